"""A Ray provider that notes its calls, and misbehaves as its `mode` says."""

import json
import os
import sys
import time

from ray.autoscaler.node_launch_exception import NodeLaunchException
from ray.autoscaler.node_provider import NodeProvider


class ShopNodeProvider(NodeProvider):
    def __init__(self, provider_config, cluster_name):
        super().__init__(provider_config, cluster_name)
        self.root = provider_config["directory"]
        self.mode = provider_config.get("mode", "")
        self.note("made", provider_config.get("bootstrapped", "raw"))

    def note(self, *what):
        os.makedirs(self.root, exist_ok=True)
        with open(os.path.join(self.root, "calls"), "a") as file:
            file.write(" ".join(map(str, what)) + "\n")

    def nodes(self):
        os.makedirs(os.path.join(self.root, "nodes"), exist_ok=True)
        found = {}
        for name in sorted(os.listdir(os.path.join(self.root, "nodes"))):
            with open(os.path.join(self.root, "nodes", name)) as file:
                found[name] = json.load(file)
        return found

    def save(self, name, tags):
        part = os.path.join(self.root, f".{name}.{os.urandom(3).hex()}")
        with open(part, "w") as file:
            json.dump(tags, file)
        os.replace(part, os.path.join(self.root, "nodes", name))

    def non_terminated_nodes(self, tag_filters):
        print("looking at the shelves")
        if self.mode == "exits":
            sys.exit(3)
        return [n for n, tags in self.nodes().items() if tag_filters.items() <= tags.items()]

    def is_running(self, node_id):
        return True

    def is_terminated(self, node_id):
        return False

    def node_tags(self, node_id):
        return self.nodes()[node_id]

    def internal_ip(self, node_id):
        return "10.0.0.1"

    def external_ip(self, node_id):
        raise RuntimeError("no address yet")

    def create_node_with_resources_and_labels(self, node_config, tags, count, resources, labels):
        self.note("create", json.dumps(node_config), count, json.dumps(resources))
        if self.mode.startswith("category "):
            raise NodeLaunchException(self.mode.split(" ", 1)[1], "the shelves are empty", None)
        if self.mode == "raises":
            raise RuntimeError("dropped it")
        if self.mode == "makes nothing":
            return
        if self.mode == "slow":
            time.sleep(1.5)
        name = f"node-{os.urandom(3).hex()}"
        self.nodes()
        self.save(name, tags)
        if self.mode == "killed" and not os.path.exists(os.path.join(self.root, "was-killed")):
            open(os.path.join(self.root, "was-killed"), "w").close()
            os.kill(os.getpid(), 9)

    def create_node(self, node_config, tags, count):
        self.note("create_node", json.dumps(node_config), count)
        self.nodes()
        self.save("head", tags)

    def set_node_tags(self, node_id, tags):
        self.save(node_id, {**self.nodes()[node_id], **tags})

    def terminate_node(self, node_id):
        os.remove(os.path.join(self.root, "nodes", node_id))

    def terminate_nodes(self, node_ids):
        self.note("terminate", len(node_ids))
        for node_id in node_ids:
            self.terminate_node(node_id)

    @property
    def max_terminate_nodes(self):
        return 2

    def safe_to_scale(self):
        return self.mode != "unsafe"

    def is_readonly(self):
        return self.mode == "readonly"

    def post_process(self):
        self.note("post_process")

    def cleanup_cluster_resources(self):
        self.note("cleanup")

    def prepare_for_head_node(self, cluster_config):
        cluster_config["provider"]["bootstrapped"] = "head"
        return cluster_config

    @staticmethod
    def fillout_available_node_types_resources(cluster_config):
        for node_type in cluster_config["available_node_types"].values():
            node_type["resources"].setdefault("shelf", 1)
        return cluster_config

    @staticmethod
    def bootstrap_config(cluster_config):
        cluster_config["provider"]["bootstrapped"] = "yes"
        for node_type in cluster_config["available_node_types"].values():
            node_type["node_config"]["subnet"] = "found"
        return cluster_config
