"""Methods of Cloud TPU: a node is a pod of one or more hosts, each with an address."""
import copy, re, uuid

import cloud as sky
import machines
from documents import Refused, invalid

METHODS = {}
TYPE = re.compile(r"v(2|3|4|5p|5litepod|6e)-(\d+)\Z")
CORES_PER_HOST = 8


def method(*names):
    def add(function):
        for name in names:
            METHODS["tpu.projects.locations." + name] = function
            METHODS["tpualpha.projects.locations." + name] = function
        return function
    return add


def split(name):
    parts = name.split("/")
    return parts[3], parts[-1]


def hosts(node):
    if "acceleratorConfig" in node:
        chips = 1
        for side in node["acceleratorConfig"]["topology"].split("x"):
            chips *= int(side)
        return max(1, chips * 2 // CORES_PER_HOST)
    found = TYPE.match(node.get("acceleratorType", "v2-8"))
    if not found:
        raise invalid(f"Invalid accelerator type {node['acceleratorType']}")
    chips_only = found.group(1) in ("5litepod", "6e")
    return max(1, int(found.group(2)) * (2 if chips_only else 1) // CORES_PER_HOST)


def operation(cloud, project, zone, verb, target, effect):
    name = f"projects/{project.name}/locations/{zone}/operations/operation-{uuid.uuid4().hex[:16]}"
    made = {"name": name, "done": False, "metadata": {"@type": "type.googleapis.com/google.cloud.tpu.v2.OperationMetadata", "target": target, "verb": verb}}
    project.tpus.setdefault("operations", {})[name] = made

    def finish():
        error = effect()
        made["done"] = True
        if error:
            made["error"] = {"code": error[0], "message": error[1]}
        else:
            made["response"] = {"@type": "type.googleapis.com/google.cloud.tpu.v2.Node"}

    cloud.after(cloud.settings["delay"], finish)
    return dict(made)


def nodes(project):
    return project.tpus.setdefault("nodes", {})


@method("nodes.create")
def create(cloud, project, args, body, caller):
    zone, own = args["parent"].rsplit("/", 1)[-1], args.get("nodeId", "")
    machines.check_zone(zone)
    machines.check_name(own, "nodeId")
    machines.check_labels(body.get("labels", {}))
    if (zone, own) in nodes(project):
        raise Refused(409, "alreadyExists", f"Node {own} already exists")
    if ("acceleratorType" in body) == ("acceleratorConfig" in body):
        raise invalid("Exactly one of accelerator_type and accelerator_config must be given")
    if not body.get("runtimeVersion"):
        raise invalid("runtime_version is required")
    count, name = hosts(body), f"{args['parent']}/nodes/{own}"
    room = cloud.settings["capacity"].get(zone + "/tpu", 10**6) - len([n for n in nodes(project) if n[0] == zone])
    if room < 1:
        return operation(cloud, project, zone, "create", name, lambda: (8, "There is no more capacity in the zone \"%s\"; you can try in another zone" % zone))
    made = copy.deepcopy(body)
    made.update(name=name, id=str(next(cloud.order) + 10**18), state="CREATING", createTime=sky.now(), labels=body.get("labels", {}), networkEndpoints=[])
    for _ in range(count):
        number = next(cloud.addresses)
        endpoint = {"ipAddress": f"10.138.{number // 250}.{number % 250 + 2}", "port": 8470}
        if body.get("networkConfig", {}).get("enableExternalIps"):
            endpoint["accessConfig"] = {"externalIp": f"34.82.{number // 250}.{number % 250 + 2}"}
        made["networkEndpoints"].append(endpoint)
    nodes(project)[zone, own] = made

    def ready():
        if made["state"] == "CREATING":
            made["state"] = "READY"

    return operation(cloud, project, zone, "create", name, ready)


def node(project, args):
    found = nodes(project).get(split(args["name"]))
    if not found:
        raise Refused(404, "notFound", f"Resource '{args['name']}' was not found")
    return found


@method("nodes.get")
def get(cloud, project, args, body, caller):
    return node(project, args)


@method("nodes.list")
def list_(cloud, project, args, body, caller):
    zone = args["parent"].rsplit("/", 1)[-1]
    return {"nodes": [n for (z, _), n in nodes(project).items() if zone in ("-", z)]}


@method("nodes.delete")
def delete(cloud, project, args, body, caller):
    node(project, args)["state"] = "DELETING"
    key = split(args["name"])
    return operation(cloud, project, key[0], "delete", args["name"], lambda: nodes(project).pop(key, None) and None)


@method("nodes.patch")
def patch(cloud, project, args, body, caller):
    there = node(project, args)
    if args.get("updateMask") != "labels":
        raise invalid("update_mask: only labels here")
    machines.check_labels(body.get("labels", {}))
    labels = body.get("labels", {})
    return operation(cloud, project, split(args["name"])[0], "update", args["name"], lambda: there.update(labels=labels))


@method("nodes.stop", "nodes.start")
def stop_or_start(cloud, project, args, body, caller, verb):
    there, stop = node(project, args), verb.endswith("stop")
    there["state"] = "STOPPING" if stop else "STARTING"
    return operation(cloud, project, split(args["name"])[0], "stop" if stop else "start", args["name"],
                     lambda: there.update(state="STOPPED" if stop else "READY"))


@method("operations.get")
def operation_get(cloud, project, args, body, caller):
    found = project.tpus.get("operations", {}).get(args["name"])
    if not found:
        raise Refused(404, "notFound", f"Operation {args['name']} was not found")
    return dict(found)
