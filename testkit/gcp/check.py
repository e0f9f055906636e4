"""The fake against Google's own Python client: it refuses what it should, and everything it says fits the documents.

    check.py PORT
"""
import sys, time, uuid

import google.oauth2.credentials
from googleapiclient import discovery
from googleapiclient.errors import HttpError

root = f"http://127.0.0.1:{sys.argv[1]}"
token = google.oauth2.credentials.Credentials("fake-token")
build = lambda api, version, path="/": discovery.build(api, version, credentials=token, cache_discovery=False, static_discovery=True,
                                                       client_options={"api_endpoint": root + path})
compute, iam, crm, tpu = build("compute", "v1", "/compute/v1/"), build("iam", "v1"), build("cloudresourcemanager", "v1"), build("tpu", "v2")
P, Z, checks = "check-project", "us-west1-a", 0


def refused(status, call, *words):
    global checks
    checks += 1
    try:
        call.execute()
    except HttpError as e:
        assert e.resp.status == status, (status, e.resp.status, e.content)
        assert all(w in str(e.content) for w in words), (words, e.content)
        return
    raise AssertionError(f"not refused with {status}: {call.uri}")


def holds(condition, *said):
    global checks
    checks += 1
    assert condition, said


def body(name, **more):
    disk = {"boot": True, "autoDelete": True, "initializeParams": {"sourceImage": "projects/debian-cloud/global/images/family/debian-12"}}
    return {"name": name, "machineType": f"zones/{Z}/machineTypes/n1-standard-2", "disks": [disk], "labels": {"own": "check"},
            "networkInterfaces": [{"subnetwork": "regions/us-west1/subnetworks/default"}], **more}


def insert(name, **more):
    return compute.instances().insert(project=P, zone=Z, body=body(name, **more))


def wait(operation):
    return compute.zoneOperations().wait(project=P, zone=Z, operation=operation["name"]).execute()


instances = compute.instances()
refused(400, insert("i-1", maschineType="x"), "Unknown name")
refused(400, insert("I_1"), "regex")
refused(400, insert("i-1", labels={"A": "b"}), "labels")
refused(400, insert("i-1", scheduling=[{"preemptible": True}]), "object")
refused(400, insert("i-1", scheduling={"provisioningModel": "CHEAP"}), "Possible values")
refused(400, insert("i-1", machineType=f"zones/{Z}/machineTypes/n9-standard-2"), "does not exist")
refused(400, insert("i-1", disks=[]), "Boot disk")
refused(400, insert("i-1", serviceAccounts=[{"email": "nobody@x"}]), "was not found")
refused(400, insert("i-1", guestAccelerators=[{"acceleratorType": f"zones/{Z}/acceleratorTypes/t4", "acceleratorCount": 1}]), "live migration")
refused(400, instances.insert(project=P, zone=Z, body=dict(body("x"), name="i"), requestId="no-uuid"), "UUID")
refused(400, instances.insert(project=P, zone=Z, body={"labels": {}}), "required")
refused(404, instances.get(project=P, zone=Z, instance="i-1"))
refused(400, instances.list(project=P, zone=Z, filter="labels.own == = x"), "filter")

same = str(uuid.uuid4())
first, second = (instances.insert(project=P, zone=Z, body=body("i-1"), requestId=same).execute() for _ in range(2))
holds(first["name"] == second["name"], first, second)
holds(first["status"] == "RUNNING", first)
holds(wait(first)["status"] == "DONE")
refused(409, insert("i-1"))
made = instances.get(project=P, zone=Z, instance="i-1").execute()
holds(made["status"] == "RUNNING" and made["networkInterfaces"][0]["networkIP"], made)
names = lambda f: [i["name"] for i in instances.list(project=P, zone=Z, filter=f).execute().get("items", [])]
holds(names("(labels.own = check) AND (status = RUNNING)") == ["i-1"])
holds(names("labels.own = other OR NOT status = RUNNING") == [])
labels = lambda print_: instances.setLabels(project=P, zone=Z, instance="i-1", body={"labels": {"own": "check", "b": "c"}, "labelFingerprint": print_})
wait(labels(made["labelFingerprint"]).execute())
refused(412, labels(made["labelFingerprint"]))

many = {"count": "3", "minCount": "1", "perInstanceProperties": {f"b-{i}": {} for i in range(3)}, "instanceProperties": dict(body("x"), machineType="n1-standard-2")}
many["instanceProperties"].pop("name")
done = wait(instances.bulkInsert(project=P, zone=Z, body=many).execute())
holds("error" not in done and len(names("")) == 4, done)
refused(400, instances.bulkInsert(project=P, zone=Z, body=dict(many, count="2")), "count")
region = compute.regionInstances().bulkInsert(project=P, region="us-west1", body=dict(many, perInstanceProperties={f"r-{i}": {} for i in range(3)})).execute()
holds("error" not in compute.regionOperations().wait(project=P, region="us-west1", operation=region["name"]).execute())
every = instances.aggregatedList(project=P).execute()["items"]
holds(sum(len(s.get("instances", [])) for s in every.values()) == 7)
for scope, inside in every.items():
    for one in inside.get("instances", []):
        compute.instances().delete(project=P, zone=scope.split("/")[1], instance=one["name"]).execute()
until = time.time() + 10
while names("") and time.time() < until:
    pass
holds(names("") == [] and not compute.disks().aggregatedList(project=P).execute()["items"]["zones/" + Z].get("disks"))

accounts = iam.projects().serviceAccounts()
refused(400, accounts.create(name="projects/" + P, body={"accountId": "x"}))
email = accounts.create(name="projects/" + P, body={"accountId": "some-account"}).execute()["email"]
refused(409, accounts.create(name="projects/" + P, body={"accountId": "some-account"}))
policy = crm.projects().getIamPolicy(resource=P, body={}).execute()
policy["bindings"].append({"role": "roles/viewer", "members": ["serviceAccount:" + email]})
crm.projects().setIamPolicy(resource=P, body={"policy": policy}).execute()
refused(409, crm.projects().setIamPolicy(resource=P, body={"policy": policy}))
refused(400, crm.projects().setIamPolicy(resource=P, body={"policy": {"bindings": [{"role": "r", "members": [f"serviceAccount:no@{P}.iam.gserviceaccount.com"]}]}}))
refused(403, compute.projects().get(project="missing-project"))

parent = f"projects/{P}/locations/us-central1-b"
nodes = tpu.projects().locations().nodes()
refused(400, nodes.create(parent=parent, nodeId="t-1", body={"acceleratorType": "v2-8"}), "runtime_version")
nodes.create(parent=parent, nodeId="t-1", body={"acceleratorType": "v4-16", "runtimeVersion": "tpu-ubuntu2204-base"}).execute()
holds(len(nodes.get(name=parent + "/nodes/t-1").execute()["networkEndpoints"]) == 2)
nodes.delete(name=parent + "/nodes/t-1").execute()
print(f"{checks} checks passed")
