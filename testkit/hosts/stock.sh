# Sourced by `hosts`: hosts that have a root file system of their own, a fresh Debian as its cloud images have it (`stock-image`),
# instead of this machine's. Their files are copied on write and lie in memory. They reach the package registries, and no more.

stock_users="ubuntu admin ec2-user"

# Where packages come from: sites of this machine's apt, pip's index, and where that index keeps its files; as NAME:PORT.
registries() {
  { apt-get indextargets --format '$(SITE)'; python3 - <<'PY'
import os, re, subprocess, sys, urllib.parse, urllib.request
found = subprocess.run([sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True)
index = os.environ.get("PIP_INDEX_URL") or found.stdout.strip() or "https://pypi.org/simple"
page = index.rstrip("/") + "/uv/"
print(index)
links = re.findall(r'href="([^"#]+)', urllib.request.urlopen(page, timeout=20).read().decode())
print("\n".join({urllib.parse.urljoin(page, link) for link in links}))
PY
  } | sed -nE 's,^(https?)://([^@/]*@)?([^/:]+)(:([0-9]+))?.*,\1 \3 \5,p' |
    awk '{ print $2 ":" ($3 ? $3 : $1 == "https" ? 443 : 80) }' | sort -u
}

# Beside the addresses of hosts; remembers names in $state/registries as lines of a hosts file.
start_relay() {
  [ -n "$stock" ] && [ ! -e "$state/relay.pid" ] || return 0
  local routes=() last=200 name address
  : >"$state/registries"
  for target in $(registries); do
    name=${target%:*}
    address=$(awk -v n="$name" '$2 == n { print $1 }' "$state/registries")
    if [ -z "$address" ]; then
      address=$subnet.$((last += 1))
      ip -n "$switch" addr add "$address/32" dev bridge
      echo "$address $name" >>"$state/registries"
    fi
    routes+=("$address=$target")
  done
  [ ${#routes[@]} -gt 0 ] || fail "no package registry can be reached from here" 77
  # Whatever else hosts try to reach is refused at once, as by a router without a way out.
  ip netns exec "$switch" sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
  ip -n "$switch" route replace unreachable default
  setsid python3 "$here/relay.py" "/run/netns/$switch" "${routes[@]}" </dev/null >"$state/relay.log" 2>&1 &
  printf '%s %s\n' "$!" "$(start_time "$!")" >"$state/relay.pid"
  for _ in $(seq 100); do ! grep -q ready "$state/relay.log" || return 0; sleep 0.05; done
  cat "$state/relay.log" >&2
  fail "the way to the package registries did not open"
}

make_stock_home() { # upper directory, user: what cloud-init does for a key
  local home=$1/home/$2 own
  [ "$2" != root ] || home=$1/root
  [ "$2" = root ] || case ":${MANTA_HOSTS_SHARE:-}:" in *:/home:*) home=$state/shared/home/$2 ;; esac
  mkdir -p "$home/.ssh"
  if [ "$2" = root ]; then
    printf '%s' 'no-port-forwarding,no-agent-forwarding,no-X11-forwarding,command="echo '"'"'Please login as the user \"ubuntu\"' \
      ' rather than the user \"root\".'"'"';echo;sleep 10;exit 142" ' >"$home/.ssh/authorized_keys"
    chmod 700 "$home"
  else
    cp -n "$stock"/etc/skel/.[a-z]* "$home/"
  fi
  [ -s "$home/.ssh/authorized_keys" ] && [ "$2" != root ] || cat "$key.pub" >>"$home/.ssh/authorized_keys"
  chmod 700 "$home/.ssh"
  chmod 600 "$home/.ssh/authorized_keys"
  own=$(awk -F: -v u="$2" '$1 == u { print $3 ":" $4 }' "$stock/etc/passwd")
  chown -R "$own" "$home"
}

make_stock_files() { # number: what cloud-init writes on a first boot
  local h=$state/h$1 name=host$1 upper=$state/h$1/files/upper
  rm -rf "$h"
  mkdir -p "$h/root" "$h/files"
  mount -t tmpfs -o size=4g,mode=755 manta-hosts "$h/files"
  mkdir -p "$upper/etc/ssh" "$h/files/work"
  ssh-keygen -q -t ed25519 -N '' -C "$name" -f "$upper/etc/ssh/ssh_host_ed25519_key"
  echo "$name" >"$upper/etc/hostname"
  tr -d - </proc/sys/kernel/random/uuid >"$upper/etc/machine-id"
  { printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$name"; cat "$state/registries"; } >"$upper/etc/hosts"
  : >"$upper/etc/resolv.conf"
  # Settings without which this machine's own registries are not found.
  [ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$upper/etc/"
  env | grep -E '^(PIP_INDEX_URL|UV_DEFAULT_INDEX)=' >"$upper/etc/environment" || true
  for d in $(tr : ' ' <<<"${MANTA_HOSTS_SHARE:-}"); do
    mkdir -p "$state/shared$d"
    chmod --reference="$stock$d" "$state/shared$d"
  done
  for user in root $stock_users; do make_stock_home "$upper" "$user"; done
}

remove_stock_files() { # number; what just died may hold them for a moment, then the kernel lets go by itself
  ! mountpoint -q "$state/h$1/files" || umount -l "$state/h$1/files"
}
