"""Methods by which callers are known, become others, and log in: OAuth 2, IAM Credentials, OS Login."""
import datetime, hashlib

from documents import Refused, invalid

METHODS = {}


def method(name):
    def add(function):
        METHODS[name] = function
        return function
    return add


def email(caller):
    return caller[3:] if caller.startswith("sa:") else f"{caller}@example.com"


@method("oauth2.userinfo.get")
def userinfo(cloud, project, args, body, caller):
    if caller.startswith("sa:"):
        raise Refused(401, "authError", "Request is missing a scope.")
    return {"id": "1", "email": email(caller), "verified_email": True}


@method("iamcredentials.projects.serviceAccounts.generateAccessToken")
def token(cloud, project, args, body, caller):
    if not body.get("scope"):
        raise invalid("scope is required")
    until = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
    return {"accessToken": "as:" + args["name"].rsplit("/", 1)[-1], "expireTime": until.strftime("%Y-%m-%dT%H:%M:%SZ")}


def profile(cloud, args, key, caller):
    user = args[key].split("/")[1]
    if user != email(caller) and "as:" + user != caller:
        raise Refused(403, "forbidden", f"Permission denied on {args[key]}.")
    name = user.replace("@", "_").replace(".", "_")
    return cloud.profiles.setdefault(user, {"name": user, "sshPublicKeys": {}, "posixAccounts": [
        {"primary": True, "username": name, "uid": "1001", "gid": "1001", "homeDirectory": "/home/" + name, "operatingSystemType": "LINUX"}]})


@method("oslogin.users.importSshPublicKey")
def import_key(cloud, project, args, body, caller):
    mine, key = profile(cloud, args, "parent", caller), body.get("key", "")
    if len(key.split()) < 2:
        raise invalid("Invalid SSH public key.")
    mark = hashlib.sha256(key.split()[1].encode()).hexdigest()
    mine["sshPublicKeys"][mark] = {"key": key, "fingerprint": mark, "name": f"users/{mine['name']}/sshPublicKeys/{mark}"}
    return {"loginProfile": mine}


@method("oslogin.users.getLoginProfile")
def get_profile(cloud, project, args, body, caller):
    return profile(cloud, args, "name", caller)


@method("oslogin.users.sshPublicKeys.delete")
def delete_key(cloud, project, args, body, caller):
    if profile(cloud, args, "name", caller)["sshPublicKeys"].pop(args["name"].rsplit("/", 1)[-1], None) is None:
        raise Refused(404, "notFound", f"{args['name']} was not found.")
    return {}
