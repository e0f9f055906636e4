"""A Google Cloud that lives on this machine, as strict as Google's own discovery documents.

    server.py PORT [LOG]

Serves Compute Engine, IAM, Resource Manager, Service Usage, Cloud TPU and OS Login under one address. Requests that the documents do not
allow are refused, answers that they do not allow are a failure of this program. Any bearer token is let in; one that the
metadata server gave out may do what its service account's roles allow. With LOG, every call is one JSON line: time, api, method,
status, milliseconds, caller, resource. Prints "ready PORT" when it listens; ends with its standard input.

Environment: GCP_BIND is the address to listen on. GCP_METADATA is an address for instances' metadata server, on port 80.
GCP_STATE is JSON for the first POST to /_fake/control, by which anything can be arranged while it runs; see fake.py.
"""
import json, os, re, sys, threading, time, traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import compute, fake, identity, people, tpu
from cloud import Cloud
from documents import Documents, Refused

HANDLERS = {**compute.METHODS, **identity.METHODS, **people.METHODS, **tpu.METHODS}
VERBS = ("instances.stop", "instances.start", "nodes.stop", "nodes.start")
cloud = Cloud()
documents = Documents(HANDLERS)
log = open(sys.argv[2], "a", buffering=1) if len(sys.argv) > 2 else None
log_lock = threading.Lock()


def project_of(args):
    if "project" in args or "projectId" in args:
        return args.get("project") or args["projectId"]
    for key in ("name", "parent", "resource"):
        if key in args:
            parts = args[key].split("/")
            return "test-project" if parts[0] == "users" or parts[1:2] == ["-"] else parts[1] if parts[0] == "projects" else parts[0]
    return "test-project"  # asked by one without a project


def answer(method, path, query, body, caller):
    args = method.arguments(path, query)
    if body and method.id == "compute.instances.insert" and cloud.settings["scheduling_list"] and isinstance(body.get("scheduling"), list):
        body["scheduling"] = {k: v for one in body["scheduling"] for k, v in one.items()}
    method.check_request(body)
    handler = HANDLERS.get(method.id)
    if handler is None:
        raise Refused(501, "notImplemented", f"the fake does not play {method.id}")
    if method.id.endswith("Operations.wait"):
        with cloud.lock:
            project = cloud.project(project_of(args))
        reply = handler(cloud, project, args, body, caller)  # waits without the lock
    else:
        with cloud.lock:
            project = cloud.project(project_of(args))
            admit(project, method, caller, args, body)
            more = (method.id,) if method.id.endswith(VERBS) else ()
            reply = json.loads(json.dumps(handler(cloud, project, args, body, caller, *more)))
    try:
        method.check_reply(reply)
    except Refused as e:
        raise AssertionError(f"{method.id}: {e}")
    return reply


def admit(project, method, caller, args, body):
    service = method.api.split(".")[0] + ".googleapis.com"
    if service in cloud.settings["disabled"] and service != "serviceusage.googleapis.com":
        raise Refused(403, "accessNotConfigured", f"{service} has not been used in project {project.name} before or it is disabled. Enable it, then retry.")
    if cloud.settings["rate"] > 0:
        cloud.settings["rate"] -= 1
        raise Refused(403, "rateLimitExceeded", "Rate Limit Exceeded", "RESOURCE_EXHAUSTED")
    if caller.startswith("sa:") and not identity.allowed(project, caller[3:], method.id, args, body):
        raise Refused(403, "forbidden", f"Required '{method.id}' permission for 'projects/{project.name}'")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body are two writes; without this each answer waits for the other side's acknowledgement.
    wbufsize = 65536
    disable_nagle_algorithm = True

    def handle_one(self):
        begin, length = time.time(), int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length) if length else b""
        path, _, query = self.path.partition("?")
        if path.startswith("/_fake/"):
            return self.reply(*fake.control(cloud, self.command, path, query, raw))
        caller = re.sub(r"^Bearer ", "", self.headers.get("Authorization", ""))
        name, status = path, 500
        try:
            if not caller:
                raise Refused(401, "required", "Request is missing required authentication credential.")
            if caller in cloud.settings["expired"]:
                raise Refused(401, "authError", "Request had invalid authentication credentials.")
            method = documents.find(self.command, path)
            name = method.id
            body = answer(method, path, query, json.loads(raw) if raw else None, caller)
            status = 200
        except Refused as e:
            status, body = e.code, e.body()
        except Exception as e:
            traceback.print_exc()
            status, body = 500, {"error": {"code": 500, "message": f"the fake failed: {e}", "errors": [{"reason": "fakeFailed", "message": str(e), "domain": "global"}]}}
        self.note(begin, name, status, caller, path)
        self.reply(status, body)

    def note(self, begin, name, status, caller, path):
        if log:
            line = [round(begin, 3), name.split(".")[0], name, status, round((time.time() - begin) * 1000), caller[:40], path]
            with log_lock:
                log.write(json.dumps(line) + "\n")

    def reply(self, status, body, kind="application/json; charset=UTF-8"):
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    do_GET = do_POST = do_DELETE = do_PATCH = do_PUT = handle_one

    def log_message(self, *args):
        pass


class Metadata(Handler):
    """What an instance hears of itself, told by its address."""

    def handle_one(self):
        self.reply(*fake.metadata(cloud, self.client_address[0], self.path, self.headers.get("Metadata-Flavor")), kind="application/json")

    do_GET = do_POST = do_DELETE = do_PATCH = do_PUT = handle_one

    def end_headers(self):
        self.send_header("Metadata-Flavor", "Google")
        super().end_headers()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


if os.environ.get("GCP_STATE"):
    cloud.settings.update(json.loads(os.environ["GCP_STATE"]))
if os.environ.get("GCP_METADATA"):
    metadata = Server((os.environ["GCP_METADATA"], 80), Metadata)
    threading.Thread(target=metadata.serve_forever, daemon=True).start()
server = Server((os.environ.get("GCP_BIND", "127.0.0.1"), int(sys.argv[1])), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("ready", server.server_port, flush=True)
sys.stdin.read()
