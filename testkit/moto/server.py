"""moto as an HTTP server, with what launching relies on in EC2 and moto leaves out.

    server.py PORT [LOG]

RunInstances honours ClientToken and MaxCount, CreateImage refuses a name twice, there are placement groups, and the public parameters of Ubuntu and Deep
Learning images resolve to images that moto knows. With LOG, every call is one JSON line: time, service, action, status, milliseconds, source, parameters, access key.
MOTO_HOLD in the environment names a file by which tests stop it at a call.
Prints "ready PORT" when it listens; ends with its standard input.
"""
import io, json, logging, os, re, sys, threading, time, urllib.parse

os.environ.setdefault("MOTO_EC2_LOAD_DEFAULT_AMIS", "true")
os.environ.setdefault("MOTO_IAM_LOAD_MANAGED_POLICIES", "true")
from moto.backends import get_backend
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

logging.getLogger("werkzeug").setLevel(logging.ERROR)
app = DomainDispatcherApplication(create_backend_app)
log = open(sys.argv[2], "a", buffering=1) if len(sys.argv) > 2 else None
log_lock = threading.Lock()
token_lock = threading.Lock()
ended = {}  # instance id -> when it was first seen terminated
groups = {}  # placement groups: name -> tags
launches = {}  # client token -> (lock, parameters, answer)
LINUX = "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-"
PUBLIC = re.compile(r"/aws/service/(canonical/ubuntu|deeplearning/ami)/")


class Launch:
    def __init__(self, parameters):
        self.lock, self.parameters, self.answer = threading.Lock(), parameters, None


def call_moto(env, body):
    env["wsgi.input"], env["CONTENT_LENGTH"] = io.BytesIO(body), str(len(body))
    seen = {}

    def start(status, headers, exc_info=None):
        seen["status"], seen["headers"] = status, headers

    return seen, b"".join(app(env, start))


def error(status, code, message):
    text = f"<Response><Errors><Error><Code>{code}</Code><Message>{message}</Message></Error></Errors><RequestID>r</RequestID></Response>"
    return {"status": status, "headers": [("Content-Type", "text/xml")]}, text.encode()


def run_instances(env, query):
    query["MinCount"] = query.get("MaxCount", query.get("MinCount", ["1"]))
    token = query.get("ClientToken", [""])[0]
    body = urllib.parse.urlencode(query, doseq=True).encode()
    if not token:
        return call_moto(env, body)
    parameters = sorted((k, tuple(v)) for k, v in query.items() if k != "ClientToken")
    with token_lock:
        launch = launches.setdefault(token, Launch(parameters))
    with launch.lock:
        if launch.answer and launch.parameters != parameters:
            return error("400 Bad Request", "IdempotentParameterMismatch", "token used with other parameters")
        if not launch.answer:
            launch.parameters = parameters
            seen, text = call_moto(env, body)
            if not seen["status"].startswith("200"):
                return seen, text
            launch.answer = (seen, text)
        return launch.answer


def placement_groups(action, query):
    """Name, strategy and tags are all there is to them here."""
    name = query.get("GroupName", [""])[0]
    if query.get("DryRun") == ["true"]:
        return error("412 Precondition Failed", "DryRunOperation", "it would have succeeded")
    if action == "CreatePlacementGroup":
        if name in groups:
            return error("400 Bad Request", "InvalidPlacementGroup.Duplicate", name)
        groups[name] = [(query[k][0], query[k.replace(".Key", ".Value")][0]) for k in query if re.match(r"TagSpecification.*\.Key$", k)]
    elif action == "DeletePlacementGroup" and groups.pop(name, None) is None:
        return error("400 Bad Request", "InvalidPlacementGroup.Unknown", name)
    wanted = [v[0] for k, v in query.items() if re.match(r"Filter\.\d+\.Value", k)]
    items = "".join(
        f"<item><groupName>{n}</groupName><state>available</state><tagSet>"
        + "".join(f"<item><key>{k}</key><value>{v}</value></item>" for k, v in tags) + "</tagSet></item>"
        for n, tags in groups.items() if not wanted or n in wanted)
    text = f"<{action}Response><requestId>r</requestId><return>true</return><placementGroupSet>{items}</placementGroupSet></{action}Response>"
    return {"status": "200 OK", "headers": [("Content-Type", "text/xml")]}, text.encode()


def create_image(env, query):
    """Names of images are unique, and snapshots get the tags that the request has for them."""
    backends = [b for regions in get_backend("ec2").values() for b in regions.values()]
    name = query["Name"][0]
    if any(ami.name == name and ami.instance_id for b in backends for ami in b.amis.values()):
        return error("400 Bad Request", "InvalidAMIName.Duplicate", name)
    kinds = {k.split(".")[1] for k, v in query.items() if k.endswith(".ResourceType") and v == ["snapshot"]}
    own = {k: v for k, v in query.items() if k.startswith("TagSpecification.") and k.split(".")[1] in kinds}
    seen, text = call_moto(env, urllib.parse.urlencode({k: v for k, v in query.items() if k not in own}, doseq=True).encode())
    for backend in backends:
        for ami in backend.amis.values():
            if ami.name == name and ami.instance_id:
                ami.ebs_snapshot.add_tags({v[0]: own[k[:-3] + "Value"][0] for k, v in own.items() if k.endswith(".Key")})
    return seen, text


def forget_ended(seconds=15):
    """EC2 forgets instances an hour after their end; moto never does, and gets slower with each."""
    for regions in list(get_backend("ec2").values()):
        for backend in list(regions.values()):
            there = {"vol-": backend.volumes, "eni-": backend.enis, "snap": backend.snapshots, "ami-": backend.amis}
            for one in [o for o in list(backend.tags) if o[:4] in there and o not in there[o[:4]]]:
                backend.tags.pop(one, None)  # each question about tags looks at all there are
            for key, reservation in list(backend.reservations.items()):
                for instance in list(reservation.instances):
                    if instance.state == "terminated":
                        since = ended.setdefault(instance.id, time.time())
                        if time.time() - since > seconds:
                            reservation.instances.remove(instance)
                            ended.pop(instance.id)
                            backend.tags.pop(instance.id, None)
                            # One that is empty for another reason is about to be filled.
                            if not reservation.instances:
                                backend.reservations.pop(key, None)


def parameters(env, body):
    """Ubuntu and Deep Learning images resolve to what moto has of Amazon Linux for the same architecture."""
    wanted = json.loads(body or b"{}")
    names = wanted.get("Names", [])
    known = {n: LINUX + ("arm64" if "arm64" in n else "x86_64") for n in names if PUBLIC.match(n)}
    if not known:
        return call_moto(env, body)
    seen, text = call_moto(env, json.dumps({"Names": sorted(set(known.values()))}).encode())
    values = {p["Name"]: p for p in json.loads(text).get("Parameters", [])}
    found = [dict(values[own], Name=name) for name, own in known.items() if own in values]
    invalid = [n for n in names if n not in known]
    return seen, json.dumps({"Parameters": found, "InvalidParameters": invalid}).encode()


def hold(action, when):
    """Stands still at a call that the file MOTO_HOLD names, as `ACTION before` or `ACTION after`, until the file is gone."""
    path = os.environ.get("MOTO_HOLD", "")
    if path and os.path.exists(path) and open(path).read().split() == [action, when]:
        open(path + ".reached", "w").close()
        while os.path.exists(path):
            time.sleep(0.05)
        raise ConnectionAbortedError("nobody waits for this answer any more")


def wsgi(env, start):
    length = int(env.get("CONTENT_LENGTH") or 0)
    body = env["wsgi.input"].read(length) if length else b""
    target = env.get("HTTP_X_AMZ_TARGET", "")
    query = {} if target else urllib.parse.parse_qs(body.decode("latin1"), keep_blank_values=True)
    action = query.get("Action", [target.split(".")[-1] or env["REQUEST_METHOD"] + " " + env["PATH_INFO"]])[0]
    service = re.search(r"Credential=([^/]+)/\d+/[^/]+/([^/]+)/", env.get("HTTP_AUTHORIZATION", ""))
    watched = service and service.group(1) == "watcher"  # the tests' own questions
    begin = time.time()
    if not watched:
        hold(action, "before")
    if action in ("RunInstances", "TerminateInstances"):
        with token_lock:
            forget_ended()
    if action == "RunInstances":
        seen, answer = run_instances(env, query)
    elif action == "SimulatePrincipalPolicy":
        seen, answer = error("403 Forbidden", "AccessDenied", "moto has no simulator")
    elif action == "CreateImage":
        seen, answer = create_image(env, query)
    elif action.endswith(("PlacementGroup", "PlacementGroups")):
        seen, answer = placement_groups(action, query)
    elif action == "GetParameters":
        seen, answer = parameters(env, body)
    else:
        seen, answer = call_moto(env, body)
    if not watched:
        hold(action, "after")
    if log and not watched and "/moto-api" not in env["PATH_INFO"]:
        flat = {k: v[0] for k, v in query.items() if k not in ("Action", "Version")}
        line = [round(begin, 3), service.group(2) if service else "-", action, int(seen["status"].split()[0]),
                round((time.time() - begin) * 1000), env["REMOTE_ADDR"], flat, service.group(1) if service else "-"]
        with log_lock:
            log.write(json.dumps(line) + "\n")
    headers = [h for h in seen["headers"] if h[0].lower() != "content-length"]
    start(seen["status"], headers + [("Content-Length", str(len(answer)))])
    return [answer]


server = make_server(os.environ.get("MOTO_BIND", "127.0.0.1"), int(sys.argv[1]), wsgi, threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("ready", server.server_port, flush=True)
sys.stdin.read()
