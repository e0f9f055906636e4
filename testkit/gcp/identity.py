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


def allowed(project, email, method):
    member = "serviceAccount:" + email
    granted = [b["role"] for b in project.policy["bindings"] if member in b.get("members", [])]
    return any(method.startswith(start) for role in granted for start in ROLES.get(role, ()))


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
    return {"version": 1, "etag": etag(project.policy_version), "bindings": [dict(b) for b in project.policy["bindings"]]}


@method("cloudresourcemanager.projects.setIamPolicy")
def set_policy(cloud, project, args, body, caller):
    policy = body.get("policy", {})
    if policy.get("etag") and policy["etag"] != etag(project.policy_version):
        raise Refused(409, "aborted", "There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.", "ABORTED")
    for binding in policy.get("bindings", []):
        for member in binding.get("members", []):
            own = re.fullmatch(r"serviceAccount:([^@]+@" + re.escape(project.name) + r"\.iam\.gserviceaccount\.com)", member)
            known = project.accounts.get(own.group(1)) if own else None
            if own and (known is None or known["usable"] > time.monotonic()):
                raise invalid(f"Service account {own.group(1)} does not exist.")
    project.policy, project.policy_version = {"bindings": [b for b in policy.get("bindings", []) if b.get("members")]}, project.policy_version + 1
    return get_policy(cloud, project, args, None, caller)


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
