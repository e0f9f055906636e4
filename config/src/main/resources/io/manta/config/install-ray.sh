set -eu
# mode is `environment`: a pip that works, for the user's own commands; `missing`: Ray where there is none; `exact`: this version.
mode=@MODE@ version=@VERSION@ python=@PYTHON@ env=$HOME/.ray-env local=$HOME/.local/bin
say() { echo "Ray: $*"; }
there() { # the Ray that goes with this Python
  "$1" -c 'import importlib.metadata as m; print(m.version("ray"))' 2>/dev/null || :
}
fits() { # can this Python run Ray, and is it the one that is wanted?
  "$1" -c 'import sys; v = sys.version_info[:2]; w = sys.argv[1]; sys.exit(not ((3, 10) <= v <= (3, 14) and w in ("", "%d.%d" % v)))' "$python" 2>/dev/null
}
managed() { # PEP 668: nothing may be installed into it
  "$1" -c 'import os, sys, sysconfig; sys.exit(sys.prefix != sys.base_prefix or not os.path.exists(sysconfig.get_path("stdlib") + "/EXTERNALLY-MANAGED"))' 2>/dev/null
}
own() { # not the distribution's: an environment that the image came with
  ! managed "$1" && "$1" -c 'import sys; sys.exit(sys.prefix in ("/usr", "/"))' 2>/dev/null
}
writable() { [ -w "$("$1" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" ]; }

if found=$(command -v ray) && { [ $mode != exact ] || [ "$(there "${found%/*}/python")" = "$version" ]; }; then
  say "$found is here already"
  exit 0
fi
[ $mode != environment ] || ! command -v pip >/dev/null || managed python3 || exit 0
# One at a time where several machines share this home.
exec 9>"$HOME/.ray-env.lock"
! command -v flock >/dev/null || flock 9

target=
for candidate in "$(command -v python3 || :)" "$(command -v python || :)" /opt/pytorch/bin/python /opt/tensorflow/bin/python \
  /opt/conda/bin/python "$HOME/miniconda3/bin/python" "$HOME/anaconda3/bin/python"; do
  case $candidate in "$env"/*) continue ;; esac
  [ -z "$target" ] && [ -x "$candidate" ] && fits "$candidate" && own "$candidate" || continue
  # Frameworks of images belong to root, and are there to be used; other environments of root's are not ours to change.
  if writable "$candidate" || { [ "${candidate#/opt/}" != "$candidate" ] && sudo -n true 2>/dev/null; }; then target=$candidate; fi
done
bin=${target%/*}
bin=${bin:-$env/bin}
wanted="ray[default]==$version"
ready() { [ -e "$bin/.ray-$version" ] && [ "$(there "$bin/python")" = "$version" ]; }
if [ $mode = environment ]; then
  wanted=pip
  ready() { [ -e "$bin/pip" ] && { [ -n "$target" ] || [ -e "$env/.made" ]; }; }
fi
if ! ready; then
  # Where pip would look; uv does not read pip's files.
  index=${UV_DEFAULT_INDEX:-${PIP_INDEX_URL:-$(cat "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf" /etc/pip.conf 2>/dev/null |
    sed -n 's/^ *index-url *= *//p' | head -n 1)}}
  index=${index:-https://pypi.org/simple}
  uv=$(command -v uv || echo "$local/uv")
  if [ ! -x "$uv" ]; then
    command -v python3 >/dev/null || { echo "python3: command not found" >&2; exit 127; }
    # uv is one program in a wheel. Mirrors often have the index as HTML only.
    python3 - "$index" "$local" <<'PYTHON'
import hashlib, html.parser, io, os, platform, re, sys, urllib.parse, urllib.request, zipfile
page, directory = sys.argv[1].rstrip("/") + "/uv/", sys.argv[2]
wheel = re.compile(r"/uv-(\d+)\.(\d+)\.(\d+)-py3-none-[^/]*%slinux[^/]*_%s\.whl$"
                   % ("many" if platform.libc_ver()[0] == "glibc" else "musl", platform.machine()))
found = []
class Links(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        link = urllib.parse.urljoin(page, dict(attributes).get("href") or "")
        match = wheel.search(urllib.parse.urlparse(link).path)
        if match:
            found.append(([int(n) for n in match.groups()], link))
try:
    Links().feed(urllib.request.urlopen(page, timeout=60).read().decode())
    link = max(found)[1]
    data = urllib.request.urlopen(link, timeout=300).read()
except (OSError, ValueError) as e:
    sys.exit("cannot fetch uv from %s: %s" % (page, e if found or isinstance(e, OSError) else "no program for this machine there"))
hashed = re.search(r"#sha256=(\w+)", link)
if hashed and hashlib.sha256(data).hexdigest() != hashed.group(1):
    sys.exit("uv from %s is damaged" % link)
program = zipfile.ZipFile(io.BytesIO(data))
os.makedirs(directory, exist_ok=True)
new = "%s/uv.%d" % (directory, os.getpid())
with open(new, "wb") as out:
    out.write(program.read(next(name for name in program.namelist() if name.endswith("/scripts/uv"))))
os.chmod(new, 0o755)
os.replace(new, directory + "/uv")
PYTHON
  fi
  # The machine's own certificate authorities, as for its other programs.
  export UV_SYSTEM_CERTS=1 UV_HTTP_TIMEOUT=120 UV_NO_PROGRESS=1
  as=
  if [ -n "$target" ]; then
    writable "$target" || as="sudo -n env UV_SYSTEM_CERTS=1"
  elif [ ! -e "$env/.made" ] || ! fits "$env/bin/python"; then
    "$uv" venv -q --clear --seed --default-index "$index" --python "${python:->=3.10,<3.15}" "$env" || {
      # Only where the distribution's Python is too old and none can be fetched.
      command -v dnf >/dev/null && sudo -n dnf -q -y install "python${python:-3.12}" &&
        "$uv" venv -q --clear --seed --default-index "$index" --python "${python:-3.12}" "$env" || exit 1
    }
    touch "$env/.made"
  fi
  if ! ready; then
    $as "$uv" pip install -q --default-index "$index" --python "$bin/python" "$wanted"
    [ $mode = environment ] || { $as touch "$bin/.ray-$version"; say "$version is installed in ${bin%/bin} ($("$bin/python" --version 2>&1))"; }
  fi
fi

# On top: shells without a terminal stop reading a stock ~/.bashrc after a few lines.
case $bin in
  /usr/local/bin | /usr/bin) ;;
  *)
    rc=$(readlink -f "$HOME/.bashrc")
    if ! grep -qsF "PATH=\"$bin:" "$rc"; then
      { echo "export PATH=\"$bin:\$PATH\" # Ray"; cat "$rc" 2>/dev/null || :; } >"$rc.ray"
      mv "$rc.ray" "$rc"
    fi
    # Login shells read it by way of one of these.
    [ -e "$HOME/.bash_profile" ] || [ -e "$HOME/.bash_login" ] || [ -e "$HOME/.profile" ] || echo '. ~/.bashrc' >"$HOME/.profile"
    ;;
esac
