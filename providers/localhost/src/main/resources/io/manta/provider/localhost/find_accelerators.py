"""Prints as JSON the accelerators of this machine as Ray counts them, one entry per resource that Ray would give a node."""

import json
import sys


def cards(manager, count):
    """Of each card the name that never changes, and the model; where there is no way to ask, its index and Ray's name."""
    if manager.__name__ == "NvidiaGPUAcceleratorManager":
        try:
            import ray._private.thirdparty.pynvml as nvml

            nvml.nvmlInit()
            handles = [nvml.nvmlDeviceGetHandleByIndex(i) for i in range(count)]
            return [(text(nvml.nvmlDeviceGetUUID(h)), text(nvml.nvmlDeviceGetName(h))) for h in handles]
        except Exception as e:
            print(f"no names: {e}", file=sys.stderr)
    name = manager.get_current_node_accelerator_type() or manager.get_resource_name()
    return [(f"{manager.get_resource_name()}-{i}", name) for i in range(count)]


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def device(name, known):
    """A user may call a card by its index, or by the beginning of its name; anything else is a slice of a card."""
    if name.isdigit() and int(name) < len(known):
        card, model = known[int(name)]
    else:
        card, model = next(((c, m) for c, m in known if c.startswith(name)), (name, known[0][1]))
    return {"id": name, "card": card, "model": model}


def found(manager):
    """None where Ray sees nothing; otherwise what a node that sees all would have."""
    count = int(manager.get_current_node_num_accelerators())
    if count <= 0:
        return None
    known = cards(manager, count)
    visible = manager.get_current_process_visible_accelerator_ids()
    names = [str(i) for i in range(count)] if visible is None else [v.strip() for v in visible[:count]]
    return {
        "resource": manager.get_resource_name(),
        "variable": manager.get_visible_accelerator_ids_env_var() or "",
        "type": manager.get_current_node_accelerator_type() or "",
        "limited": visible is not None,
        "devices": [device(name, known) for name in names],
    }


def main():
    import ray
    from ray._private import accelerators

    resources = sorted(accelerators.get_all_accelerator_resource_names())
    families, troubles = [], []
    for resource in resources:
        try:
            family = found(accelerators.get_accelerator_manager_for_resource(resource))
            if family:
                families.append(family)
        except Exception as e:
            troubles.append(f"{resource}: {e}")
    print(json.dumps({"ray": ray.__version__, "known": resources, "accelerators": families, "troubles": troubles}))


main()
