"""Methods of IAM, Resource Manager and Service Usage, and what roles allow."""
import base64, re, time

from documents import Refused, invalid

METHODS = {}

# Beginnings of method ids that a role allows here; enough to tell whether the head of a cluster has what it needs, and no more.
ROLES = {
    "roles/compute.instanceAdmin.v1": ("compute.instances.", "compute.regionInstances.", "compute.zoneOperations.", "compute.regionOperations.",
                                       "compute.globalOperations.", "compute.machineTypes.", "compute.disks.", "compute.projects.get",
                                       "compute.subnetworks.get", "compute.subnetworks.list", "compute.images.get", "compute.zones.", "compute.regions."),
    "roles/compute.admin": ("compute.",),
    "roles/tpu.admin": ("tpu.", "tpualpha."),
    "roles/storage.objectAdmin": (),
    "roles/iam.serviceAccountUser": (),
}


TOKEN = re.compile(r'\s+|"[^"\\]*"|resource\.(?:name|type|service)\b|\.(?:extract|startsWith|endsWith)\(|==|!=|&&|\|\||[()]')


class Text(str):
    """As far as conditions know texts."""

    def extract(self, template):
        before, after = template.split("{name}")
        start = self.find(before)
        rest = self[start + len(before):] if start >= 0 else ""
        return Text(rest[:rest.find(after)] if after and after in rest else "" if after else rest)

    startsWith, endsWith = str.startswith, str.endswith


def check_condition(expression):
    at = 0
    while at < len(expression):
        found = TOKEN.match(expression, at)
        if not found:
            raise invalid(f"Condition expression: syntax error at {expression[at:at + 20]}")
        at = found.end()
    if len(re.findall(r"&&|\|\|", expression)) > 12:
        raise invalid("Condition expression has more than 12 logical operators.")


def holds(expression, kind, name):
    words = re.sub(r'"([^"]*)"', r'Text("\1")', expression.replace("&&", " and ").replace("||", " or "))
    words = words.replace("resource.name", "name").replace("resource.type", "kind")
    return eval(words.strip(), {"__builtins__": {}}, {"Text": Text, "name": Text(name), "kind": Text(kind)})


def targets(method, args, body):
    """What a call is about, as conditions see it: type and name of each thing."""
    place = f"projects/{args.get('project')}/zones/{args.get('zone', '-')}"
    for kind, key in (("Instance", "instance"), ("Disk", "disk")):
        if key in args and method.startswith(f"compute.{key}s."):
            return [(f"compute.googleapis.com/{kind}", f"{place}/{key}s/{args[key]}")]
    if method == "compute.instances.insert":
        return [("compute.googleapis.com/Instance", f"{place}/instances/{body['name']}")]
    if method.endswith("nstances.bulkInsert"):
        return [("compute.googleapis.com/Instance", f"{place}/instances/{name}") for name in body.get("perInstanceProperties", {"-": 0})]
    return [("cloudresourcemanager.googleapis.com/Project", f"projects/{args.get('project')}")]


def allowed(project, email, method, args, body):
    member = "serviceAccount:" + email

    def granted(kind, name):
        return any(method.startswith(start) for b in project.policy["bindings"] if member in b.get("members", [])
                   and ("condition" not in b or holds(b["condition"]["expression"], kind, name)) for start in ROLES.get(b["role"], ()))

    return all(granted(kind, name) for kind, name in targets(method, args, body))


def method(*names):
    def add(function):
        for name in names:
            METHODS[name] = function
        return function
    return add


def account(project, args):
    email = args["name"].rsplit("/", 1)[-1]
    if email not in project.accounts:
        raise Refused(404, "notFound", f"Unknown service account {email}")
    return shown(project.accounts[email])


def shown(known):
    return {k: v for k, v in known.items() if k != "usable"}


@method("iam.projects.serviceAccounts.create")
def create(cloud, project, args, body, caller):
    name = body.get("accountId", "")
    if not re.fullmatch(r"[a-z](?:[-a-z0-9]{4,28}[a-z0-9])", name):
        raise invalid(f"The account ID \"{name}\" does not have a length between 6 and 30.")
    email = f"{name}@{project.name}.iam.gserviceaccount.com"
    if email in project.accounts:
        raise Refused(409, "alreadyExists", f"Service account {name} already exists within project projects/{project.name}.")
    given = body.get("serviceAccount", {})
    project.accounts[email] = {"name": f"projects/{project.name}/serviceAccounts/{email}", "projectId": project.name, "uniqueId": str(next(cloud.order) + 10**20),
                               "email": email, "displayName": given.get("displayName", ""), "description": given.get("description", ""),
                               "usable": time.monotonic() + cloud.settings["account_lag"]}
    return shown(project.accounts[email])


@method("iam.projects.serviceAccounts.get")
def get(cloud, project, args, body, caller):
    return account(project, args)


@method("iam.projects.serviceAccounts.list")
def list_(cloud, project, args, body, caller):
    return {"accounts": [shown(a) for a in project.accounts.values()]}


@method("iam.projects.serviceAccounts.delete")
def delete(cloud, project, args, body, caller):
    email = account(project, args)["email"]
    del project.accounts[email]
    for binding in project.policy["bindings"]:
        binding["members"] = [f"deleted:{m}?uid=1" if m == "serviceAccount:" + email else m for m in binding.get("members", [])]
    return {}


def etag(version):
    return base64.b64encode(str(version).encode()).decode()


@method("cloudresourcemanager.projects.getIamPolicy")
def get_policy(cloud, project, args, body, caller):
    wanted = (body or {}).get("options", {}).get("requestedPolicyVersion", 1)
    bindings = [dict(b) for b in project.policy["bindings"]]
    conditions = any("condition" in b for b in bindings)
    if conditions and wanted < 3:  # such readers see that there is something, and not what
        bindings = [{"role": b["role"] + "_withcond_0", "members": b["members"]} if "condition" in b else b for b in bindings]
    return {"version": 3 if conditions and wanted == 3 else 1, "etag": etag(project.policy_version), "bindings": bindings}


@method("cloudresourcemanager.projects.setIamPolicy")
def set_policy(cloud, project, args, body, caller):
    policy = body.get("policy", {})
    if policy.get("etag") and policy["etag"] != etag(project.policy_version):
        raise Refused(409, "aborted", "There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.", "ABORTED")
    if policy.get("version", 1) < 3 and any("condition" in b for b in policy.get("bindings", []) + project.policy["bindings"]):
        raise invalid("Policies with conditions must have version 3.")
    if cloud.settings["policy_races"] > 0:
        cloud.settings["policy_races"] -= 1
        project.policy["bindings"].append({"role": "roles/viewer", "members": [f"user:other{project.policy_version}@example.com"]})
        project.policy_version += 1
        raise Refused(409, "aborted", "There were concurrent policy changes.", "ABORTED")
    for binding in policy.get("bindings", []):
        if "condition" in binding:
            check_condition(binding["condition"].get("expression", ""))
        for member in binding.get("members", []):
            own = re.fullmatch(r"serviceAccount:([^@]+@" + re.escape(project.name) + r"\.iam\.gserviceaccount\.com)", member)
            known = project.accounts.get(own.group(1)) if own else None
            if own and (known is None or known["usable"] > time.monotonic()):
                raise invalid(f"Service account {own.group(1)} does not exist.")
    project.policy, project.policy_version = {"bindings": [b for b in policy.get("bindings", []) if b.get("members")]}, project.policy_version + 1
    return get_policy(cloud, project, args, {"options": {"requestedPolicyVersion": 3}}, caller)


@method("cloudresourcemanager.projects.testIamPermissions")
def test_permissions(cloud, project, args, body, caller):
    return {"permissions": [p for p in body.get("permissions", []) if p not in cloud.settings["denied"]]}


@method("cloudresourcemanager.projects.get")
def project_get(cloud, project, args, body, caller):
    return {"projectId": project.name, "projectNumber": project.number, "lifecycleState": "ACTIVE", "name": project.name}


@method("serviceusage.services.batchGet")
def services(cloud, project, args, body, caller):
    return {"services": [{"name": n, "state": "DISABLED" if n.rsplit("/", 1)[-1] in cloud.settings["disabled"] else "ENABLED"} for n in args.get("names", [])]}


@method("iam.projects.serviceAccounts.getIamPolicy")
def account_policy(cloud, project, args, body, caller):
    return dict(project.account_policies.get(args["resource"].rsplit("/", 1)[-1], {"version": 1, "bindings": []}), etag=etag(1))


@method("iam.projects.serviceAccounts.setIamPolicy")
def set_account_policy(cloud, project, args, body, caller):
    project.account_policies[args["resource"].rsplit("/", 1)[-1]] = {"version": 1, "bindings": body.get("policy", {}).get("bindings", [])}
    return account_policy(cloud, project, args, None, caller)
