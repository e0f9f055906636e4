"""Instances: what a request may say, and what becomes of it."""
import copy, json, re, uuid

import cloud as sky
from documents import Refused, invalid

NAME = re.compile(r"[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?\Z")
LABEL_KEY, LABEL_VALUE = re.compile(r"[a-z][-_a-z0-9]{0,62}\Z"), re.compile(r"[-_a-z0-9]{0,63}\Z")
IMAGES = {("ubuntu-os-cloud", "ubuntu-2404-lts-amd64"): "X86_64", ("ubuntu-os-cloud", "ubuntu-2404-lts-arm64"): "ARM64",
          ("ubuntu-os-cloud", "ubuntu-2204-lts"): "X86_64", ("ubuntu-os-cloud", "ubuntu-2004-lts"): "X86_64",
          ("ml-images", "c0-deeplearning-common-cu121"): "X86_64", ("debian-cloud", "debian-12"): "X86_64",
          ("deeplearning-platform-release", "common-cpu"): "X86_64", ("deeplearning-platform-release", "common-cu128"): "X86_64",
          ("deeplearning-platform-release", "common-cu128-ubuntu-2204-nvidia-570"): "X86_64"}
PREFIX = "https://www.googleapis.com/compute/v1/"


def check_name(name, field="resource.name"):
    if not NAME.match(name or ""):
        raise invalid(f"Invalid value for field '{field}': '{name}'. Must be a match of regex '(?:[a-z](?:[-a-z0-9]{{0,61}}[a-z0-9])?)'")


def check_labels(labels):
    for key, value in labels.items():
        if not LABEL_KEY.match(key) or not LABEL_VALUE.match(value) or len(labels) > 64:
            raise invalid(f"Invalid value for field 'labels': '{key}: {value}'. Label keys and values have lower-case letters, digits, _ and -, at most 63.")


def image(url):
    """The image behind a family's or an image's URL."""
    found = re.search(r"projects/([^/]+)/global/images/(family/)?([^/]+)\Z", url)
    if found:
        project, family, name = found.groups()
        for (owner, kind), architecture in IMAGES.items():
            if owner == project and (kind == name if family else name.startswith(kind + "-v")):
                own = name if not family else kind + "-v20260101"
                return {"kind": "compute#image", "name": own, "family": kind, "architecture": architecture, "diskSizeGb": "10", "status": "READY",
                        "selfLink": f"{PREFIX}projects/{project}/global/images/{own}"}
    raise Refused(404, "notFound", f"The resource '{url}' was not found")


def fingerprint(thing):
    return uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(thing, sort_keys=True)).hex[:12] + "="


def check_zone(zone):
    region, _, letter = zone.rpartition("-")
    if letter not in sky.ZONES.get(region, ""):
        raise invalid(f"Invalid value for field 'zone': '{zone}'. Unknown zone.")


def machine_type(value, zone, bulk):
    """Its name; a bulk request has names only, a single one a path with its zone."""
    name = value.rsplit("/", 1)[-1]
    if bulk and "/" in value:
        raise Refused(500, "internalError", "INTERNAL_ERROR: machineType must be a name")
    if not bulk and not re.search(rf"(?:^|/)zones/{zone}/machineTypes/[^/]+\Z", value):
        raise invalid(f"Invalid value for field 'resource.machineType': '{value}'. The URL is malformed.")
    if name not in sky.machine_types(zone) and not re.match(r"(?:\w+-)?custom-\d+-\d+\Z", name):
        raise invalid(f"Invalid value for field 'resource.machineType': '{value}'. Machine type with name '{name}' does not exist in zone '{zone}'.")
    return name


def cpus(name):
    return int(re.search(r"(\d+)g?\Z", name).group(1)) if not re.search("custom", name) else int(name.split("-")[-2])


def check_properties(cloud, project, wanted, zone, bulk):
    """Refuses what Compute Engine refuses; returns the machine type's name."""
    check_labels(wanted.get("labels", {}))
    kind = machine_type(wanted.get("machineType", ""), zone, bulk)
    for tag in wanted.get("tags", {}).get("items", []):
        check_name(tag, "resource.tags.items")
    keys = [item.get("key") for item in wanted.get("metadata", {}).get("items", [])]
    if len(keys) != len(set(keys)):
        raise invalid("Invalid value for field 'resource.metadata.items': duplicate keys")
    scheduling = wanted.get("scheduling", {})
    spot = scheduling.get("preemptible") or scheduling.get("provisioningModel") == "SPOT"
    if spot and scheduling.get("automaticRestart"):
        raise invalid("Scheduling must have automaticRestart be false when preemptible is true.")
    if scheduling.get("instanceTerminationAction") and scheduling.get("provisioningModel") != "SPOT" and not scheduling.get("maxRunDuration"):
        raise invalid("Instance termination action is only valid for Spot VMs or VMs with a limited run time.")
    if (wanted.get("guestAccelerators") or kind.startswith("a2-")) and not spot and scheduling.get("onHostMaintenance") != "TERMINATE":
        raise invalid("Instances with guest accelerators do not support live migration.")
    for accelerator in wanted.get("guestAccelerators", []):
        if bulk == ("/" in accelerator.get("acceleratorType", "")):
            raise invalid("Invalid value for field 'resource.guestAccelerators.acceleratorType'")
    if not wanted.get("networkInterfaces"):
        raise Refused(400, "invalid", "Invalid value for field 'resource.networkInterfaces': ''. At least one network interface is required.")
    for interface in wanted["networkInterfaces"]:
        subnet = interface.get("subnetwork", "")
        if subnet and not re.search(r"regions/[^/]+/subnetworks/(default|shared)\Z", subnet):
            raise Refused(404, "notFound", f"The resource '{subnet}' was not found")
    check_disks(wanted.get("disks", []), kind, zone)
    for account in wanted.get("serviceAccounts", []):
        known = project.accounts.get(account.get("email", ""))
        if account.get("email") != "default" and (known is None or known["usable"] > sky.time.monotonic()):
            raise invalid(f"The resource 'projects/{project.name}/serviceAccounts/{account.get('email')}' of type 'serviceAccount' was not found.")
    return kind


def check_disks(disks, kind, zone):
    if not any(d.get("boot") for d in disks):
        raise invalid("Invalid value for field 'resource.disks': ''. Boot disk must be specified.")
    for disk in disks:
        if disk.get("initializeParams", {}).get("sourceImage"):
            found = image(disk["initializeParams"]["sourceImage"])
            if disk.get("boot") and found["architecture"] != sky.machine_types(zone).get(kind, found)["architecture"]:
                raise invalid(f"Invalid value for field 'resource.disks': image {found['name']} is {found['architecture']}")
        elif not disk.get("source") and disk.get("type") != "SCRATCH":
            raise invalid("Invalid value for field 'resource.disks[0]': Neither 'source' nor 'initializeParams' is given")


def usage(cloud, zone, kind):
    return sum(1 for p in cloud.projects.values() for (z, _), i in p.instances.items()
               if z == zone and i["machineType"].endswith("/" + kind) and i["status"] != "TERMINATED")


def room(cloud, zone, kind):
    limits = [cloud.settings["capacity"][key] for key in (zone, f"{zone}/{kind}") if key in cloud.settings["capacity"]]
    return min(limits) - usage(cloud, zone, kind) if limits else 10**6


def over_quota(cloud, project, zone, kind, count):
    region = zone.rpartition("-")[0]
    limit = cloud.settings["quota"].get(f"{region}/CPUS")
    used = sum(cpus(i["machineType"].rsplit("/", 1)[-1]) for (z, _), i in project.instances.items() if z.startswith(region + "-"))
    return limit is not None and used + count * cpus(kind) > limit and ("QUOTA_EXCEEDED", f"Quota 'CPUS' exceeded.  Limit: {limit:.1f} in region {region}.", 403)


def exhausted(project, zone, kind):
    return ("ZONE_RESOURCE_POOL_EXHAUSTED", f"The zone 'projects/{project.name}/zones/{zone}' does not have enough resources available "
            "to fulfill the request.  Try a different zone, or try again later.", 503)


def create(cloud, project, wanted, zone, name, kind):
    """The instance as it is from its first moment, with its disks."""
    number = next(cloud.addresses)
    made = copy.deepcopy(wanted)
    base = f"{PREFIX}projects/{project.name}/zones/{zone}"
    scheduling = made.setdefault("scheduling", {})
    if scheduling.get("preemptible") or scheduling.get("provisioningModel") == "SPOT":
        scheduling.update(preemptible=True, automaticRestart=False, onHostMaintenance="TERMINATE")
    made.update(kind="compute#instance", id=str(10**18 + number), name=name, status="PROVISIONING", zone=base, creationTimestamp=sky.now(),
                machineType=f"{base}/machineTypes/{kind}", selfLink=f"{base}/instances/{name}", labels=made.get("labels", {}))
    made["labelFingerprint"] = fingerprint(made["labels"])
    for part in ("metadata", "tags"):
        made[part] = dict(made.get(part, {}), fingerprint=fingerprint(made.get(part)))
    for interface in made["networkInterfaces"]:
        interface["networkIP"] = f"10.138.{number // 250}.{number % 250 + 2}"
        for access in interface.get("accessConfigs", []):
            access["natIP"] = f"34.82.{number // 250}.{number % 250 + 2}"
    for index, disk in enumerate(made.get("disks", [])):
        params = disk.pop("initializeParams", {})
        own = params.get("diskName") or (name if disk.get("boot") else f"{name}-{index}")
        disk.update(source=f"{base}/disks/{own}", deviceName=disk.get("deviceName", own), index=index, kind="compute#attachedDisk")
        project.disks[zone, own] = {"kind": "compute#disk", "name": own, "zone": base, "labels": params.get("labels", {}), "status": "READY",
                                    "sizeGb": str(params.get("diskSizeGb", 10)), "selfLink": disk["source"], "users": [made["selfLink"]]}
    project.instances[zone, name] = made
    return made


def remove(project, zone, name):
    gone = project.instances.pop((zone, name), None)
    for disk in (gone or {}).get("disks", []):
        own = project.disks.get((zone, disk["source"].rsplit("/", 1)[-1]))
        if own and disk.get("autoDelete"):
            project.disks.pop((zone, own["name"]))
        elif own:
            own["users"] = []


def preempt(cloud, name, notice):
    """The cloud takes a machine back: first it is told, then it stops, or is deleted when it was made so."""
    for project in cloud.projects.values():
        for (zone, own), instance in list(project.instances.items()):
            if own == name:
                instance["status"] = "STOPPING"

                def gone(project=project, zone=zone, instance=instance):
                    if instance["scheduling"].get("instanceTerminationAction") == "DELETE":
                        remove(project, zone, name)
                    else:
                        instance["status"] = "TERMINATED"

                cloud.operation(project, f"zones/{zone}", "compute.instances.preempted", instance["selfLink"], None, "system", 0)
                cloud.after(notice, gone)
                return True
    return False
