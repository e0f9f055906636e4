# The password lies where Docker looks for it, whether Docker is installed by now or only later.
python3 - '@REGISTRY@' <<'PYTHON'
import json, os, sys
path = os.path.expanduser("~/.docker/config.json")
os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
config = json.load(open(path)) if os.path.exists(path) else {}
config.setdefault("auths", {})[sys.argv[1]] = {"auth": os.environ["MANTA_REGISTRY_AUTH"]}
with open(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
    json.dump(config, out)
os.replace(path + ".new", path)
PYTHON
