"""Methods of Compute Engine."""
import copy, re

import cloud as sky
import filters, machines
from documents import Refused, invalid
from machines import PREFIX

METHODS = {}


def method(*names):
    def add(function):
        for name in names:
            METHODS["compute." + name] = function
        return function
    return add


def missing(what):
    return Refused(404, "notFound", f"The resource '{what}' was not found")


def listed(kind, items, args, **more):
    filters.matches(args.get("filter"), {})  # a wrong one is refused even where there is nothing
    chosen = [i for i in items if filters.matches(args.get("filter"), i)]
    return {"kind": f"compute#{kind}", "items": chosen, **more}


def aggregated(kind, key, items, args):
    """items: pairs of a scope such as zones/us-west1-a and a thing there."""
    scopes = {}
    for scope, item in items:
        if filters.matches(args.get("filter"), item):
            scopes.setdefault(scope, {key: []})[key].append(item)
    every = {s: {"warning": {"code": "NO_RESULTS_ON_PAGE", "message": f"There are no results for scope '{s}' on this page."}}
             for s in ["zones/" + z for z in all_zones()]}
    return {"kind": f"compute#{kind}", "id": "aggregated", "items": {**every, **scopes}}


def all_zones():
    return [f"{region}-{letter}" for region, letters in sky.ZONES.items() for letter in letters]


# Instances

@method("instances.insert")
def insert(cloud, project, args, body, caller):
    zone, wanted = args["zone"], copy.deepcopy(body)
    machines.check_zone(zone)
    machines.check_name(wanted["name"])
    template(project, args.get("sourceInstanceTemplate"), wanted, zone, False)
    scope = "zones/" + zone

    def make():
        kind = machines.check_properties(cloud, project, wanted, zone, False)
        if (zone, wanted["name"]) in project.instances:
            raise Refused(409, "alreadyExists", f"The resource 'projects/{project.name}/{scope}/instances/{wanted['name']}' already exists")
        failure = machines.over_quota(cloud, project, zone, kind, 1) or (machines.room(cloud, zone, kind) < 1 and machines.exhausted(project, zone, kind))
        target = f"{PREFIX}projects/{project.name}/{scope}/instances/{wanted['name']}"
        if not failure:
            boot(cloud, machines.create(cloud, project, wanted, zone, wanted["name"], kind))
        return cloud.operation(project, scope, "insert", target, lambda: failure or None, caller)

    return cloud.once(project, args.get("requestId"), scope, make)


def boot(cloud, made):
    def become(status):
        if made["status"] in ("PROVISIONING", "STAGING"):
            made["status"] = status

    cloud.after(cloud.settings["delay"] / 2, lambda: become("STAGING"))
    cloud.after(cloud.settings["delay"], lambda: become("RUNNING"))


def template(project, name, wanted, zone, bulk):
    """What the request itself says goes before what its template says."""
    if not name:
        return
    found = project.templates.get(name.rsplit("/", 1)[-1])
    if not found:
        raise missing(name)
    for key, value in found["properties"].items():
        wanted.setdefault(key, copy.deepcopy(value))
    if not bulk and "/" not in wanted.get("machineType", "/"):
        wanted["machineType"] = f"zones/{zone}/machineTypes/{wanted['machineType']}"


@method("instances.bulkInsert")
def bulk_insert(cloud, project, args, body, caller):
    machines.check_zone(args["zone"])
    return bulk(cloud, project, args, body, caller, "zones/" + args["zone"], [args["zone"]])


@method("regionInstances.bulkInsert")
def region_bulk_insert(cloud, project, args, body, caller):
    region = args["region"]
    if region not in sky.ZONES:
        raise invalid(f"Invalid value for field 'region': '{region}'. Unknown region.")
    wanted = body.get("locationPolicy", {}).get("locations", {})
    zones = [f"{region}-{letter}" for letter in sky.ZONES[region]]
    denied = [z for z in zones if wanted.get("zones/" + z, {}).get("preference") == "DENY"]
    allowed = [z for z in zones if wanted.get("zones/" + z, {}).get("preference") == "ALLOW"]
    return bulk(cloud, project, args, body, caller, "regions/" + region, allowed or [z for z in zones if z not in denied])


def bulk(cloud, project, args, body, caller, scope, zones):
    count, names = int(body.get("count", 0)), list(body.get("perInstanceProperties", {}))
    if body.get("namePattern"):
        found = re.fullmatch(r"([a-z][-a-z0-9]*?)(#+)", body["namePattern"])
        if not found or names:
            raise invalid("Invalid value for field 'namePattern'")
        names = [found.group(1) + str(i + 1).zfill(len(found.group(2))) for i in range(count)]
    if not count or len(names) != count or int(body.get("minCount", count)) > count:
        raise invalid("Invalid value for field 'count': it must be the number of names, and at least minCount")
    least = int(body.get("minCount", count))
    for name in names:
        machines.check_name(name, "perInstanceProperties")
    properties = copy.deepcopy(body.get("instanceProperties", {}))
    template(project, body.get("sourceInstanceTemplate"), properties, zones[0], True)
    region = zones[0].rpartition("-")[0]

    def make():
        usable = [z for z in zones if properties.get("machineType") in sky.machine_types(z)] or zones[:1]
        kind = machines.check_properties(cloud, project, properties, usable[0], True)
        for zone in zones:
            for name in names:
                if (zone, name) in project.instances:
                    raise Refused(409, "alreadyExists", f"The resource 'projects/{project.name}/zones/{zone}/instances/{name}' already exists")
        zone = max(usable, key=lambda z: (min(count, machines.room(cloud, z, kind)), -zones.index(z)))
        possible = min(count, machines.room(cloud, zone, kind))
        failure = machines.over_quota(cloud, project, zone, kind, count)
        if not failure and possible < max(1, least):
            code, text, http = machines.exhausted(project, zone, kind)
            failure = (code if scope.startswith("zones/") else "REGION_RESOURCE_POOL_EXHAUSTED", text, http)
        made = [] if failure else names[:possible]
        for name in made:
            boot(cloud, machines.create(cloud, project, properties, zone, name, kind))
        operation = cloud.operation(project, scope, "bulkInsert", f"{PREFIX}projects/{project.name}/{scope}", lambda: failure or None, caller)
        status = {"targetVmCount": count, "createdVmCount": len(made), "failedToCreateVmCount": count - len(made), "deletedVmCount": 0,
                  "status": "DONE" if made else "CREATING"}
        live = project.operations[scope, operation["name"]]
        live["instancesBulkInsertOperationMetadata"] = {"perLocationStatus": {"zones/" + zone: status}}
        return dict(live)

    return cloud.once(project, args.get("requestId"), scope, make)


def instance(project, args):
    found = project.instances.get((args["zone"], args["instance"]))
    if not found:
        raise missing(f"projects/{project.name}/zones/{args['zone']}/instances/{args['instance']}")
    return found


@method("instances.get")
def get(cloud, project, args, body, caller):
    return instance(project, args)


@method("instances.list")
def list_(cloud, project, args, body, caller):
    machines.check_zone(args["zone"])
    return listed("instanceList", [i for (z, _), i in project.instances.items() if z == args["zone"]], args)


@method("instances.aggregatedList")
def aggregated_list(cloud, project, args, body, caller):
    return aggregated("instanceAggregatedList", "instances", [("zones/" + z, i) for (z, _), i in project.instances.items()], args)


@method("instances.delete")
def delete(cloud, project, args, body, caller):
    there, zone = instance(project, args), args["zone"]
    there["status"] = "STOPPING"
    return cloud.operation(project, "zones/" + zone, "delete", there["selfLink"], lambda: machines.remove(project, zone, args["instance"]), caller)


@method("instances.stop", "instances.start")
def stop_or_start(cloud, project, args, body, caller, verb):
    there, stop = instance(project, args), verb.endswith("stop")
    if not stop and there["status"] != "TERMINATED":
        raise Refused(400, "resourceNotReady", f"The resource '{there['selfLink']}' is not ready")
    there["status"] = "STOPPING" if stop else "STAGING"

    def effect():
        if there["status"] in ("STOPPING", "STAGING"):
            there["status"] = "TERMINATED" if stop else "RUNNING"

    return cloud.operation(project, "zones/" + args["zone"], "stop" if stop else "start", there["selfLink"], effect, caller)


@method("instances.setLabels")
def set_labels(cloud, project, args, body, caller):
    there = instance(project, args)
    labels = body.get("labels", {})
    machines.check_labels(labels)
    if body.get("labelFingerprint") != there["labelFingerprint"] or id(there) in cloud.labelling:
        raise Refused(412, "conditionNotMet", "Labels fingerprint either invalid or resource labels have changed")
    cloud.labelling.add(id(there))

    def effect():
        cloud.labelling.discard(id(there))
        there.update(labels=labels, labelFingerprint=machines.fingerprint([labels, next(cloud.order)]))

    return cloud.operation(project, "zones/" + args["zone"], "setLabels", there["selfLink"], effect, caller)


@method("instances.setMetadata")
def set_metadata(cloud, project, args, body, caller):
    there = instance(project, args)
    if body.get("fingerprint") != there["metadata"]["fingerprint"]:
        raise Refused(412, "conditionNotMet", "Supplied fingerprint does not match current metadata fingerprint.")
    there["metadata"] = dict(body, fingerprint=machines.fingerprint(body))
    return cloud.operation(project, "zones/" + args["zone"], "setMetadata", there["selfLink"], None, caller)


@method("instances.getGuestAttributes")
def guest_attributes(cloud, project, args, body, caller):
    there = instance(project, args)
    items = {i["key"]: i.get("value") for i in there["metadata"].get("items", [])}
    values = cloud.settings.get("guest_attributes", {}).get(args["instance"], {})
    if items.get("enable-guest-attributes", "").upper() != "TRUE" or not values:
        raise missing("guest attributes")
    wanted = args.get("queryPath", "")
    found = [{"namespace": k.split("/")[0], "key": k.split("/", 1)[1], "value": v} for k, v in values.items() if k.startswith(wanted)]
    return {"kind": "compute#guestAttributes", "queryPath": wanted, "queryValue": {"items": found}}


# Operations

def scope_of(args):
    return "zones/" + args["zone"] if "zone" in args else "regions/" + args["region"] if "region" in args else "global"


@method("zoneOperations.get", "regionOperations.get", "globalOperations.get")
def operation(cloud, project, args, body, caller):
    found = project.operations.get((scope_of(args), args["operation"]))
    if not found:
        raise missing(f"{scope_of(args)}/operations/{args['operation']}")
    return dict(found)


@method("zoneOperations.wait", "regionOperations.wait", "globalOperations.wait")
def wait(cloud, project, args, body, caller):
    return cloud.await_done(project, scope_of(args), args["operation"])


@method("zoneOperations.list", "regionOperations.list", "globalOperations.list")
def operations(cloud, project, args, body, caller):
    return listed("operationList", [dict(o) for (s, _), o in project.operations.items() if s == scope_of(args)], args, id="operations")


# What instances need

@method("projects.get")
def project_get(cloud, project, args, body, caller):
    items = list(project.metadata)
    if cloud.settings["os_login"]:
        items.append({"key": "enable-oslogin", "value": "TRUE"})
    return {"kind": "compute#project", "name": project.name, "id": project.number, "defaultServiceAccount": f"{project.number}-compute@developer.gserviceaccount.com",
            "commonInstanceMetadata": {"kind": "compute#metadata", "items": items, "fingerprint": machines.fingerprint([project.metadata_version])}}


@method("projects.setCommonInstanceMetadata")
def common_metadata(cloud, project, args, body, caller):
    if body.get("fingerprint") != machines.fingerprint([project.metadata_version]):
        raise Refused(412, "conditionNotMet", "Supplied fingerprint does not match current metadata fingerprint.")
    project.metadata, project.metadata_version = body.get("items", []), project.metadata_version + 1
    return cloud.operation(project, "global", "setMetadata", f"{PREFIX}projects/{project.name}", None, caller)


def subnet(project, region, name="default"):
    base = f"{PREFIX}projects/{project.name}"
    number = list(sky.ZONES).index(region)
    return {"kind": "compute#subnetwork", "name": name, "ipCidrRange": f"10.{128 + number * 2}.0.0/20", "region": f"{base}/regions/{region}",
            "network": f"{base}/global/networks/{name}", "selfLink": f"{base}/regions/{region}/subnetworks/{name}", "purpose": "PRIVATE"}


@method("subnetworks.list")
def subnetworks(cloud, project, args, body, caller):
    if args["region"] not in sky.ZONES:
        raise invalid(f"Invalid value for field 'region': '{args['region']}'. Unknown region.")
    none = project.name.startswith("bare")
    return listed("subnetworkList", [] if none else [subnet(project, args["region"])], args)


@method("subnetworks.get")
def subnetwork(cloud, project, args, body, caller):
    if args["subnetwork"] not in ("default", "shared"):
        raise missing("subnetworks/" + args["subnetwork"])
    return subnet(project, args["region"], args["subnetwork"])


@method("zones.list")
def zones(cloud, project, args, body, caller):
    items = [{"kind": "compute#zone", "name": z, "status": "UP", "region": f"{PREFIX}projects/{project.name}/regions/{z.rpartition('-')[0]}"} for z in all_zones()]
    return listed("zoneList", items, args)


@method("regions.get")
def region(cloud, project, args, body, caller):
    if args["region"] not in sky.ZONES:
        raise missing("regions/" + args["region"])
    base, name = f"{PREFIX}projects/{project.name}", args["region"]
    limits = {m: cloud.settings["quota"].get(f"{name}/{m}", d) for m, d in
              (("CPUS", 2400), ("PREEMPTIBLE_CPUS", 2400), ("NVIDIA_T4_GPUS", 4), ("NVIDIA_A100_GPUS", 1), ("PREEMPTIBLE_NVIDIA_T4_GPUS", 4), ("IN_USE_ADDRESSES", 500))}
    return {"kind": "compute#region", "name": name, "status": "UP", "zones": [f"{base}/zones/{name}-{z}" for z in sky.ZONES[name]],
            "quotas": [{"metric": m, "limit": float(v), "usage": 0.0} for m, v in limits.items()]}


def machine(project, zone, name, facts):
    return dict(facts, kind="compute#machineType", name=name, zone=zone, selfLink=f"{PREFIX}projects/{project.name}/zones/{zone}/machineTypes/{name}")


@method("machineTypes.get")
def machine_type(cloud, project, args, body, caller):
    facts = sky.machine_types(args["zone"]).get(args["machineType"])
    if not facts:
        raise missing("machineTypes/" + args["machineType"])
    return machine(project, args["zone"], args["machineType"], facts)


@method("machineTypes.aggregatedList")
def machine_types(cloud, project, args, body, caller):
    items = [("zones/" + z, machine(project, z, n, f)) for z in all_zones() for n, f in sky.machine_types(z).items()]
    return aggregated("machineTypeAggregatedList", "machineTypes", items, args)


@method("images.getFromFamily")
def family(cloud, project, args, body, caller):
    return machines.image(f"projects/{args['project']}/global/images/family/{args['family']}")


@method("images.get")
def image(cloud, project, args, body, caller):
    return machines.image(f"projects/{args['project']}/global/images/{args['image']}")


# Firewalls, disks, addresses, templates

@method("firewalls.insert")
def firewall_insert(cloud, project, args, body, caller):
    machines.check_name(body["name"])

    def make():
        if body["name"] in project.firewalls:
            raise Refused(409, "alreadyExists", f"The resource 'projects/{project.name}/global/firewalls/{body['name']}' already exists")
        if not body.get("allowed") and not body.get("denied"):
            raise invalid("Invalid value for field 'resource.allowed': ''. Must be present.")
        project.firewalls[body["name"]] = dict(body, kind="compute#firewall", selfLink=f"{PREFIX}projects/{project.name}/global/firewalls/{body['name']}")
        return cloud.operation(project, "global", "insert", f"{PREFIX}projects/{project.name}/global/firewalls/{body['name']}", None, caller)

    return cloud.once(project, args.get("requestId"), "global", make)


def there(things, key, what):
    if key not in things:
        raise missing(what)
    return things[key]


@method("firewalls.get")
def firewall(cloud, project, args, body, caller):
    return there(project.firewalls, args["firewall"], "firewalls/" + args["firewall"])


@method("firewalls.patch")
def firewall_patch(cloud, project, args, body, caller):
    there(project.firewalls, args["firewall"], "firewalls/" + args["firewall"]).update(body)
    return cloud.operation(project, "global", "patch", f"{PREFIX}firewalls/{args['firewall']}", None, caller)


@method("firewalls.delete")
def firewall_delete(cloud, project, args, body, caller):
    there(project.firewalls, args["firewall"], "firewalls/" + args["firewall"])
    return cloud.operation(project, "global", "delete", f"{PREFIX}firewalls/{args['firewall']}", lambda: project.firewalls.pop(args["firewall"], None) and None, caller)


@method("firewalls.list")
def firewalls(cloud, project, args, body, caller):
    return listed("firewallList", list(project.firewalls.values()), args)


@method("disks.aggregatedList")
def disks(cloud, project, args, body, caller):
    return aggregated("diskAggregatedList", "disks", [("zones/" + z, d) for (z, _), d in project.disks.items()], args)


@method("disks.delete")
def disk_delete(cloud, project, args, body, caller):
    found = there(project.disks, (args["zone"], args["disk"]), "disks/" + args["disk"])
    if found.get("users"):
        raise Refused(400, "resourceInUseByAnotherResource", f"The disk resource '{found['selfLink']}' is already being used by '{found['users'][0]}'")
    return cloud.operation(project, "zones/" + args["zone"], "delete", found["selfLink"], lambda: project.disks.pop((args["zone"], args["disk"]), None) and None, caller)


@method("addresses.aggregatedList")
def addresses(cloud, project, args, body, caller):
    return aggregated("addressAggregatedList", "addresses", [("regions/" + r, a) for (r, _), a in project.addresses.items()], args)


@method("addresses.delete")
def address_delete(cloud, project, args, body, caller):
    there(project.addresses, (args["region"], args["address"]), "addresses/" + args["address"])
    return cloud.operation(project, "regions/" + args["region"], "delete", f"{PREFIX}addresses/{args['address']}",
                           lambda: project.addresses.pop((args["region"], args["address"]), None) and None, caller)


@method("instanceTemplates.insert")
def template_insert(cloud, project, args, body, caller):
    project.templates[body["name"]] = dict(body, kind="compute#instanceTemplate")
    return cloud.operation(project, "global", "insert", f"{PREFIX}projects/{project.name}/global/instanceTemplates/{body['name']}", None, caller)


@method("instanceTemplates.get")
def template_get(cloud, project, args, body, caller):
    return there(project.templates, args["instanceTemplate"], "instanceTemplates/" + args["instanceTemplate"])
