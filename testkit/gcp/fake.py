"""What only a fake has: a way to arrange things, to see everything, and to be an instance's surroundings.

    POST /_fake/control   JSON: settings of cloud.py to change; "preempt": names of instances, "notice": seconds they get;
                          "templates", "addresses", "disks": things to put into "project"
    GET  /_fake/remains?TEXT   everything in any project whose name, labels, description or members hold TEXT
    GET  /_fake/running        [name, address, SSH keys] of every instance and TPU host that runs; no keys of one that does not run
"""
import json, urllib.parse

import machines


def control(cloud, verb, path, query, raw):
    with cloud.lock:
        if path == "/_fake/remains":
            return 200, remains(cloud, urllib.parse.unquote(query))
        if path == "/_fake/running":
            return 200, running(cloud)
        if path != "/_fake/control" or verb != "POST":
            return 404, {"error": path}
        wanted = json.loads(raw)
        notice = wanted.pop("notice", 30)
        project = cloud.project(wanted.pop("project", "test-project"))
        for name in wanted.pop("preempt", []):
            if not machines.preempt(cloud, name, notice):
                return 404, {"error": name}
        project.templates.update(wanted.pop("templates", {}))
        for kind in ("addresses", "disks"):
            for place, things in wanted.pop(kind, {}).items():
                for thing in things:
                    getattr(project, kind)[place, thing["name"]] = thing
        unknown = set(wanted) - set(cloud.settings) - {"guest_attributes"}
        if unknown:
            return 400, {"error": f"no such setting: {sorted(unknown)}"}
        cloud.settings.update(wanted)
        return 200, cloud.settings


def remains(cloud, text):
    found = []
    for project in cloud.projects.values():
        things = {"instance": project.instances.values(), "disk": project.disks.values(), "address": project.addresses.values(),
                  "firewall": project.firewalls.values(), "service account": project.accounts.values(),
                  "tpu": project.tpus.get("nodes", {}).values(), "template": project.templates.values()}
        for kind, all_ in things.items():
            found += [f"{kind} {t['name']}" for t in all_ if text in json.dumps([t["name"], t.get("labels"), t.get("description")])]
        # A binding that outlives its account, or belongs to one of this text's.
        ours = [a["email"] for a in project.accounts.values() if text in json.dumps([a["name"], a["description"]])]
        for binding in project.policy["bindings"]:
            found += [f"binding {binding['role']} {m}" for m in binding.get("members", []) if any(o in m for o in ours) or m.startswith("deleted:")]
        found += [f"project metadata {i['key']}" for i in project.metadata if text in i.get("value", "")]
    for user, profile in cloud.profiles.items():
        found += [f"OS Login key of {user}" for key in profile["sshPublicKeys"].values() if text in key["key"]]
    return found


def running(cloud):
    found = []
    for project in cloud.projects.values():
        for instance in project.instances.values():
            if instance["status"] in ("RUNNING", "STOPPING"):
                items = {i["key"]: i.get("value", "") for i in instance["metadata"].get("items", [])}
                keys = items.get("ssh-keys", "")
                if items.get("block-project-ssh-keys", "").upper() != "TRUE":
                    keys += "\n" + "\n".join(i.get("value", "") for i in project.metadata if i["key"] == "ssh-keys")
                found.append([instance["name"], instance["networkInterfaces"][0]["networkIP"], keys.strip()])
            else:
                found.append([instance["name"], instance["networkInterfaces"][0]["networkIP"], None])
        for node in project.tpus.get("nodes", {}).values():
            if node["state"] == "READY":
                for number, endpoint in enumerate(node["networkEndpoints"]):
                    found.append([f"{node['name'].rsplit('/', 1)[-1]}-{number}", endpoint["ipAddress"], node.get("metadata", {}).get("ssh-keys", "")])
    return found


def metadata(cloud, address, path, flavor):
    with cloud.lock:
        if flavor != "Google":
            return 403, "Missing Metadata-Flavor:Google header."
        path, _, query = path.partition("?")
        for project in cloud.projects.values():
            for (zone, name), instance in project.instances.items():
                if instance["networkInterfaces"][0]["networkIP"] == address:
                    return instance_says(project, zone, instance, path.removeprefix("/computeMetadata/v1"))
        return 404, "no such instance"


def instance_says(project, zone, instance, path):
    accounts = instance.get("serviceAccounts", [])
    if path in ("", "/", "/computeMetadata"):
        return 200, "instance/\nproject/\n"
    if path == "/project/project-id":
        return 200, project.name
    if path == "/instance/preempted":
        return 200, "TRUE" if instance["status"] == "STOPPING" else "FALSE"
    if path == "/universe/universe-domain":
        return 200, "googleapis.com"
    if path.startswith("/instance/service-accounts/") and accounts:
        if path.endswith("/token"):
            return 200, {"access_token": "sa:" + accounts[0]["email"], "expires_in": 3600, "token_type": "Bearer"}
        if path.endswith("/email"):
            return 200, accounts[0]["email"]
        return 200, {"default": {"aliases": ["default"], "email": accounts[0]["email"], "scopes": accounts[0].get("scopes", [])}}
    return 404, "not found"
