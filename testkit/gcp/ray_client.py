"""Ray's own Google Cloud provider, as it is, on the fake: what `ray up` and `ray down` ask of Google.

    ray_client.py ENDPOINT CLUSTER WORKERS [statuses] [down]

Needs ray and google-api-python-client. Bootstraps, creates the head as `ray up` does and workers as the autoscaler does, five to a
request, and sees them run. With "statuses", every node gets the four status labels that setting it up writes. With "down",
all nodes are terminated. Prints the seconds of each part as JSON.
"""
import copy, json, os, sys, time

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
from googleapiclient import discovery

endpoint, name, workers, extras = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
build = discovery.build


def at_the_fake(api, version, **options):
    options["client_options"] = {"api_endpoint": endpoint + ("/compute/v1/" if api == "compute" else "/")}
    return build(api, version, **options)


discovery.build = at_the_fake
from ray.autoscaler._private.constants import AUTOSCALER_MAX_LAUNCH_BATCH
from ray.autoscaler._private.gcp.node_provider import GCPNodeProvider
from ray.autoscaler._private.util import prepare_config

disk = {"boot": True, "autoDelete": True, "type": "PERSISTENT",
        "initializeParams": {"diskSizeGb": 50, "sourceImage": "projects/deeplearning-platform-release/global/images/family/common-cpu"}}
kind = {"machineType": "n1-standard-2", "disks": [disk]}
began, parts = time.time(), {}
config = prepare_config({
    "cluster_name": name, "max_workers": workers, "auth": {"ssh_user": "ubuntu"}, "head_node_type": "head",
    "provider": {"type": "gcp", "region": "us-west1", "availability_zone": "us-west1-a", "project_id": "test-project",
                 "gcp_credentials": {"type": "credentials_token", "credentials": "ray-token"}},
    "available_node_types": {
        "head": {"resources": {"CPU": 2}, "node_config": copy.deepcopy(kind)},
        "worker": {"resources": {"CPU": 2}, "min_workers": workers, "max_workers": workers, "node_config": copy.deepcopy(kind)}}})
config = GCPNodeProvider.bootstrap_config(config)
provider = GCPNodeProvider(config["provider"], name)


def tags(role, type_):
    return {"ray-node-type": role, "ray-user-node-type": type_, "ray-node-name": f"ray-{name}-{role}", "ray-node-status": "uninitialized", "ray-launch-config": "hash"}


def launch(role, type_, count):
    conf = copy.deepcopy(config["available_node_types"][type_]["node_config"])
    conf.update(config.get("head_node", {}) if role == "head" else {})
    provider.create_node(conf, tags(role, type_), count)


provider.non_terminated_nodes({"ray-node-type": "head"})
launch("head", "head", 1)
provider.non_terminated_nodes({"ray-node-type": "head"})
left = workers
while left:
    batch = min(left, AUTOSCALER_MAX_LAUNCH_BATCH)
    launch("worker", "worker", batch)
    left -= batch
nodes = provider.non_terminated_nodes({})
while not all(provider.is_running(n) for n in nodes):
    time.sleep(1)
    nodes = provider.non_terminated_nodes({})
assert len(nodes) == workers + 1, nodes
parts["up"] = time.time() - began
if "statuses" in extras:
    began = time.time()
    for node in nodes:
        for status in ("waiting-for-ssh", "syncing-files", "setting-up", "up-to-date"):
            provider.set_node_tags(node, {"ray-node-status": status})
    parts["statuses"] = time.time() - began
if "down" in extras:
    began = time.time()
    provider.terminate_nodes(provider.non_terminated_nodes({}))
    while provider.non_terminated_nodes({}):
        time.sleep(1)
    parts["down"] = time.time() - began
print(json.dumps(dict(parts, nodes=len(nodes))))
