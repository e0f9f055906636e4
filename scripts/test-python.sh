# Sourced by ./verify. Each *_python VERSION prints a Python that has this package, making its environment on first use.

ray_python() { python_with "ray-$1" "ray[default]==$1"; }

# An AWS that lives on this machine.
moto_python() { python_with "moto-$1" "moto[ec2,iam,ssm,sts,server]==$1"; }

# Google's descriptions of its own APIs, from which testkit/gcp plays Google Cloud.
gcp_python() { python_with "gcp-$1" "google-api-python-client==$1"; }

python_with() { # NAME REQUIREMENT...
  local dir="${XDG_CACHE_HOME:-$HOME/.cache}/manta-verify/$1" base
  if [ ! -e "$dir/ready" ]; then
    base=$(suitable_python) || return 1
    echo "installing ${*:2} into $dir (about a minute)" >&2
    rm -rf "$dir"
    "$base" -m venv "$dir" >&2 || { echo "verify: cannot make a virtual environment; install it with: sudo apt-get install python3-venv" >&2; return 1; }
    "$dir/bin/pip" install -q "${@:2}" >&2 || { echo "verify: cannot install ${*:2} from PyPI" >&2; return 1; }
    touch "$dir/ready"
  fi
  echo "$dir/bin/python"
}

# Ray has wheels for 3.10 to 3.13.
suitable_python() {
  local name
  for name in python3 python3.13 python3.12 python3.11 python3.10 /usr/bin/python3; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
      command -v "$name"
      return 0
    fi
  done
  echo "verify: no Python 3.10 to 3.13 found; install one with: sudo apt-get install python3 python3-venv" >&2
  return 1
}
