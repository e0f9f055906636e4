mkdir -p ~/.manta
cat >~/.manta/preemption-watch.py <<'MANTA_END'
"""Asks the metadata server whether Google takes this machine back, and then runs COMMAND until it succeeds.

    preemption-watch.py DIRECTORY COMMAND [METADATA] [SECONDS]

COMMAND finds NOTICE_SECONDS, the time that is left, in its environment. What was announced is written to
DIRECTORY/preemption.json. One of these runs per DIRECTORY: a second one replaces the first.
"""
import json, os, signal, subprocess, sys, time, urllib.request

directory, command = sys.argv[1:3]
base = sys.argv[3] if len(sys.argv) > 3 else "http://169.254.169.254"
pause = float(sys.argv[4]) if len(sys.argv) > 4 else 2
NOTICE = 30
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def preempted():
    request = urllib.request.Request(base + "/computeMetadata/v1/instance/preempted", headers={"Metadata-Flavor": "Google"})
    try:
        with opener.open(request, timeout=2) as answer:
            return answer.read().decode().strip() == "TRUE"
    except OSError:
        return False


def replace_other():
    path = os.path.join(directory, "preemption-watch.pid")
    try:
        other = int(open(path).read())
        if b"preemption-watch" in open(f"/proc/{other}/cmdline", "rb").read() and other != os.getpid():
            os.kill(other, signal.SIGTERM)
    except (OSError, ValueError):
        pass
    with open(path, "w") as out:
        out.write(str(os.getpid()))


replace_other()
while not preempted():
    time.sleep(pause)
ends = time.time() + NOTICE
told = False
while not told and time.time() < ends:
    environment = dict(os.environ, NOTICE_SECONDS=str(max(1, int(ends - time.time()))))
    told = subprocess.call(["bash", "-c", command], env=environment, stdin=subprocess.DEVNULL) == 0
    with open(os.path.join(directory, "preemption.json"), "w") as out:
        json.dump({"at": time.time(), "told": told}, out)
    time.sleep(0 if told else pause)
MANTA_END
cat >~/.manta/preemption-tell.sh <<'MANTA_END'
@TELL@
MANTA_END
setsid python3 ~/.manta/preemption-watch.py ~/.manta "sh $HOME/.manta/preemption-tell.sh" ${MANTA_METADATA:-} \
  </dev/null >>~/.manta/preemption-watch.log 2>&1 &
