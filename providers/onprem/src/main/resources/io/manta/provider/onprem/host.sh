# The part of the on-prem provider that runs on a host. One directory, shared by all users and clusters, says whose host it
# is. Every change is one atomic step, so that whoever dies in the middle leaves nothing half done. $D and $P,
# where processes are listed, are set by the caller.
#
#   claim         what holds the host: lines of "name<TAB>value", complete from its first moment
#   tags-NODE     tags set later, appended; the last of a name counts
#   ending-NODE   the node is being ended; holds the number of the process that does it
say() { printf 'manta:%s\n' "$*"; }

enter() {
  [ -d "$D" ] || { mkdir -p "$D" && chmod 1777 "$D"; } || { say error mkdir; exit 0; }
  # Opened for reading: another user's file in a sticky directory may not be opened to be made.
  [ -e "$D/lock" ] || : >"$D/lock" || { say error write; exit 0; }
  exec 9<"$D/lock"
  flock 9 2>/dev/null || true
}

held() { sed -n "s/^$1	//p" "$D/claim" 2>/dev/null; }

ours() { [ "$(held cluster)" = "$1" ] && [ "$(held node)" = "$2" ]; }

show() { # CLUSTER: what the host is and whom it belongs to
  say now "$(date +%s)"
  say free "$(df -Pk "$HOME" 2>/dev/null | awk 'NR==2{print $4}')"
  [ -e "$D/claim" ] || return 0
  say claim "$(held cluster) $(held node) $(held created)"
  if [ "$(held cluster)" = "$1" ]; then
    n=$(held node)
    sed -n 's/^tag	/manta:tag /p' "$D/claim" "$D/tags-$n" 2>/dev/null
    if [ -e "$D/ending-$n" ]; then
      say ending "$(cat "$D/stuck-$n" 2>/dev/null)"
      finish "$n"
    fi
  fi
}

look() { # CLUSTER: as show, and never sees a claim that is half removed
  if [ -e "$D/lock" ]; then
    exec 9<"$D/lock"
    flock -s 9 2>/dev/null || true
  fi
  show "$1"
}

claim() { # CLUSTER NODE BASE64: takes the host, or says who has it; taking it twice is taking it once
  enter
  if [ ! -e "$D/claim" ]; then
    rm -f "$D"/tags-* "$D"/ending-* "$D"/stuck-*
    if ! printf %s "$3" | base64 -d >"$D/claim.$$" || [ ! -s "$D/claim.$$" ]; then
      rm -f "$D/claim.$$"
      say error write
      return 0
    fi
    chmod 644 "$D/claim.$$"
    ln "$D/claim.$$" "$D/claim" 2>/dev/null || true
    rm -f "$D/claim.$$"
  fi
  ours "$1" "$2" && say claimed
  show "$1"
}

tag() { # CLUSTER NODE BASE64
  ours "$1" "$2" || { say gone; return 0; }
  printf %s "$3" | base64 -d >>"$D/tags-$2" || say error write
  show "$1"
}

end() { # CLUSTER NODE
  ours "$1" "$2" || { say gone; return 0; }
  [ -e "$D/ending-$2" ] || : >"$D/ending-$2"
  finish "$2"
}

# Runs on its own, so that it goes on whatever becomes of the caller.
finish() { # NODE
  p=$(cat "$D/ending-$1" 2>/dev/null)
  [ -n "$p" ] && grep -qa manta-end "/proc/$p/cmdline" 2>/dev/null && return 0
  setsid sh -c "$ending" manta-end "$D" "$1" "$P" </dev/null >/dev/null 2>&1 9<&- &
}

ending='
D=$1 node=$2 P=$3
echo $$ >"$D/ending-$node"
marked() { grep -lzaxE "(MANTA_NODE|RAY_CLOUD_INSTANCE_ID)=$node" "$P"/[0-9]*/environ 2>/dev/null | sed "s,/environ$,,; s,.*/,,"; }
stats() { cat "$P"/[0-9]*/stat 2>/dev/null | awk "{ p = \$1; sub(/.*\\) /, \"\"); if (\$1 != \"Z\") print p, \$4 }"; }
# Some of Ray write their title over their environment, so whoever shares a session with a marked process counts too.
sessions=" "
for p in $(marked); do sessions="$sessions$(stats | sed -n "s/^$p //p") "; done
left() { { marked; stats | while read -r p s; do case $sessions in *" $s "*) echo "$p" ;; esac; done; } | sort -u | grep -vx $$; }
for p in docker podman; do
  command -v $p >/dev/null || continue
  for c in $(timeout 10 $p ps -aq --filter label=manta.node=$node 2>/dev/null); do timeout 30 $p rm -f $c; done
done
list=$(left)
[ -z "$list" ] || kill $list 2>/dev/null
i=0
while [ -n "$(left)" ]; do
  i=$((i + 1))
  [ $i -lt 15 ] || kill -9 $(left) 2>/dev/null
  [ $i -lt 150 ] || { left | tr "\n" " " >"$D/stuck-$node"; exit 1; }
  sleep 0.1
done
exec 9<"$D/lock"
flock 9 2>/dev/null
if [ "$(sed -n "s/^node	//p" "$D/claim")" = "$node" ]; then rm -f "$D/claim"; fi
rm -f "$D/tags-$node" "$D/stuck-$node" "$D/ending-$node"
'

allow() { # BASE64 of a public key line: lets the cluster log in with its own key
  line=$(printf %s "$1" | base64 -d)
  umask 077
  mkdir -p "$HOME/.ssh" && touch "$HOME/.ssh/authorized_keys" || { say error key; return 0; }
  grep -qxF "$line" "$HOME/.ssh/authorized_keys" || printf '%s\n' "$line" >>"$HOME/.ssh/authorized_keys" || say error key
}

forget() { # CLUSTER BASE64: removes what the cluster left, its key too; never another's
  f=$HOME/.ssh/authorized_keys
  line=$(printf %s "$2" | base64 -d)
  if [ -n "$line" ] && grep -qxF "$line" "$f" 2>/dev/null; then
    { grep -vxF "$line" "$f" || true; } >"$f.manta" && cat "$f.manta" >"$f"
    rm -f "$f.manta"
  fi
  # What lets nodes log in to each other.
  n=${1%%%40*} s=$HOME/.ssh
  if [ -e "$s/manta_$n" ]; then
    sed -i "/^# manta $n\$/,/^# manta $n end\$/d" "$s/config" 2>/dev/null
    sed -i "/ manta-nodes:$n\$/d" "$f" 2>/dev/null
    rm -f "$s/manta_$n"
  fi
  [ -d "$D" ] || return 0
  enter
  [ -e "$D/claim" ] || rm -f "$D"/tags-* "$D"/ending-* "$D"/stuck-* "$D"/claim.*
}
