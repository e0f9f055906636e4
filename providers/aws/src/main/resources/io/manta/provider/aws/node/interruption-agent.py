"""Asks the instance metadata service every few seconds whether EC2 is about to take this machine back.

    interruption-agent.py DIRECTORY COMMAND [METADATA] [SECONDS]

When it is, COMMAND is run with NOTICE_SECONDS, the time that is left, in its environment, again until it succeeds. What was
announced is written to DIRECTORY/interruption.json; a mere recommendation to move is only written down. One agent runs per
DIRECTORY: a second one replaces the first.
"""
import calendar, json, os, signal, subprocess, sys, time, urllib.error, urllib.request

directory, command = sys.argv[1:3]
base = sys.argv[3] if len(sys.argv) > 3 else "http://169.254.169.254"
pause = float(sys.argv[4]) if len(sys.argv) > 4 else 5
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
token, token_ends = "", 0


def fetch(path, method="GET", headers=None):
    with opener.open(urllib.request.Request(base + path, method=method, headers=headers or {}), timeout=2) as answer:
        return answer.read().decode()


def ask(path):
    """None when nothing is announced; IMDSv2 wants a token first."""
    global token, token_ends
    try:
        if time.time() > token_ends:
            token = fetch("/latest/api/token", "PUT", {"X-aws-ec2-metadata-token-ttl-seconds": "21600"})
            token_ends = time.time() + 21000
        return json.loads(fetch("/latest/meta-data/" + path, headers={"X-aws-ec2-metadata-token": token}))
    except urllib.error.HTTPError as e:
        if e.code == 401:
            token_ends = 0
        return None
    except (OSError, ValueError):
        return None


def note(**what):
    path = os.path.join(directory, "interruption.json")
    with open(path + ".new", "w") as out:
        json.dump(what, out)
    os.replace(path + ".new", path)


def replace_other():
    path = os.path.join(directory, "interruption-agent.pid")
    try:
        other = int(open(path).read())
        if b"interruption-agent" in open(f"/proc/{other}/cmdline", "rb").read() and other != os.getpid():
            os.kill(other, signal.SIGTERM)
    except (OSError, ValueError):
        pass
    with open(path, "w") as out:
        out.write(str(os.getpid()))


os.makedirs(directory, exist_ok=True)
replace_other()
recommended = False
while True:
    action = ask("spot/instance-action")
    if action and action.get("action") in ("terminate", "stop", "hibernate"):
        ends = calendar.timegm(time.strptime(action["time"], "%Y-%m-%dT%H:%M:%SZ"))
        left = max(1, int(ends - time.time()))
        environment = dict(os.environ, NOTICE_SECONDS=str(left))
        code = subprocess.call(["bash", "-c", command], env=environment, stdin=subprocess.DEVNULL)
        note(action=action["action"], time=action["time"], told=code == 0)
        if code == 0 or left == 1:
            break
    elif not recommended:
        advice = ask("events/recommendations/rebalance")
        if advice:
            recommended = True
            note(action="rebalance", time=advice.get("noticeTime", ""), told=False)
    time.sleep(pause)
