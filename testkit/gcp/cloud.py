"""What exists, and what will happen when: the state of the fake cloud and its clock."""
import datetime, heapq, itertools, threading, time, uuid

from documents import Refused

ZONES = {"us-west1": "abc", "us-central1": "abcf", "us-east1": "bcd", "us-central2": "b", "europe-west4": "abc"}
SHAPES = {"standard": 4, "highmem": 8, "highcpu": 1}
FAMILIES = {"n1": 96, "n2": 128, "e2": 32, "c3": 176}


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")


def machine_types(zone):
    """Name -> what it has, in this zone."""
    types = {}
    for family, most in FAMILIES.items():
        for shape, gigabytes in SHAPES.items():
            for cpus in (1, 2, 4, 8, 16, 22, 32, 48, 64, 96):
                if cpus <= most:
                    types[f"{family}-{shape}-{cpus}"] = {"guestCpus": cpus, "memoryMb": cpus * gigabytes * 1024, "architecture": "X86_64"}
    if zone in ("us-central1-a", "us-central1-c"):
        types["a2-highgpu-1g"] = {"guestCpus": 12, "memoryMb": 85 * 1024, "architecture": "X86_64",
                                  "accelerators": [{"guestAcceleratorType": "nvidia-tesla-a100", "guestAcceleratorCount": 1}]}
    types["t2a-standard-4"] = {"guestCpus": 4, "memoryMb": 16384, "architecture": "ARM64"}
    return types


class Project:
    def __init__(self, name):
        self.name = name
        self.number = str(10**11 + abs(hash(name)) % 10**10)
        self.metadata, self.metadata_version = [], 1
        self.instances, self.disks, self.addresses, self.firewalls = {}, {}, {}, {}  # by (place, name) or name
        self.operations, self.templates, self.tpus = {}, {}, {}
        self.accounts, self.policy, self.policy_version = {}, {"bindings": []}, 1
        self.account_policies, self.requests = {}, {}
        for name, source, allowed in (("default-allow-internal", "10.128.0.0/9", [{"IPProtocol": "all"}]),
                                      ("default-allow-ssh", "0.0.0.0/0", [{"IPProtocol": "tcp", "ports": ["22"]}])):
            self.firewalls[name] = {"name": name, "network": f"https://www.googleapis.com/compute/v1/projects/{self.name}/global/networks/default",
                                    "direction": "INGRESS", "sourceRanges": [source], "allowed": allowed}


class Cloud:
    def __init__(self):
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.projects, self.agenda, self.order = {}, [], itertools.count(1)
        self.profiles = {}  # of OS Login, by e-mail address
        self.addresses = itertools.count(2)
        self.labelling = set()  # instances whose labels are being changed
        self.settings = {
            "delay": 0.05,          # how long operations take, in seconds
            "capacity": {},         # "zone" or "zone/machine type" -> how many machines may exist there
            "quota": {},            # "region/METRIC" -> limit
            "rate": 0,              # so many calls are refused as too many
            "denied": [],           # permissions that nobody has
            "disabled": [],         # services that are not enabled
            "scheduling_list": False,  # take a list where the document says object, as Ray writes it
            "account_lag": 0,       # seconds before a new service account can be used
            "os_login": False,
            "policy_races": 0,      # so often somebody else writes the project's policy first
            "expired": [],          # tokens that are not accepted any more
        }
        threading.Thread(target=self.run, daemon=True).start()

    def project(self, name):
        if not name or name.startswith("missing"):
            raise Refused(403, "forbidden", f"Permission denied on resource project {name} (or it may not exist).")
        return self.projects.setdefault(name, Project(name))

    # The future

    def after(self, seconds, action):
        with self.lock:
            heapq.heappush(self.agenda, (time.monotonic() + seconds, next(self.order), action))
            self.changed.notify_all()

    def run(self):
        with self.lock:
            while True:
                wait = self.agenda[0][0] - time.monotonic() if self.agenda else None
                if wait is not None and wait <= 0:
                    heapq.heappop(self.agenda)[2]()
                    self.changed.notify_all()
                else:
                    self.changed.wait(wait)

    # Operations

    def operation(self, project, scope, kind, target, effect=None, user="", delay=None):
        """Begins one; the effect is what is true when it is done, and says what went wrong, if something did.

        scope: "global", "regions/R" or "zones/Z".
        """
        name = "operation-" + uuid.uuid4().hex[:20]
        link = f"https://www.googleapis.com/compute/v1/projects/{project.name}/{scope}"
        operation = {"kind": "compute#operation", "id": str(next(self.order) + 10**15), "name": name, "operationType": kind, "status": "RUNNING",
                     "progress": 0, "insertTime": now(), "startTime": now(), "user": user, "targetLink": target,
                     "selfLink": f"{link}/operations/{name}"}
        if scope != "global":
            operation["zone" if scope.startswith("zones/") else "region"] = link
        project.operations[scope, name] = operation

        def finish():
            error = effect() if effect else None
            operation.update(status="DONE", progress=100, endTime=now())
            if error:
                code, message, http = error
                operation.update(error={"errors": [{"code": code, "message": message}]}, httpErrorStatusCode=http, httpErrorMessage=code)

        self.after(self.settings["delay"] if delay is None else delay, finish)
        return dict(operation)

    def await_done(self, project, scope, name, seconds=120):
        until = time.monotonic() + seconds
        with self.lock:
            while True:
                operation = project.operations.get((scope, name))
                if operation is None:
                    raise Refused(404, "notFound", f"The resource 'projects/{project.name}/{scope}/operations/{name}' was not found")
                if operation["status"] == "DONE" or time.monotonic() >= until:
                    return dict(operation)
                self.changed.wait(until - time.monotonic())

    def once(self, project, request_id, scope, make):
        """The same request again, by its id, is the same operation."""
        if request_id is None:
            return make()
        try:
            uuid.UUID(request_id)
        except ValueError:
            raise Refused(400, "invalid", f"Invalid value for field 'requestId': '{request_id}'. Must be a UUID.")
        known = project.requests.get((scope, request_id))
        if known:
            return dict(project.operations[known])
        operation = make()
        project.requests[scope, request_id] = (scope, operation["name"])
        return operation
