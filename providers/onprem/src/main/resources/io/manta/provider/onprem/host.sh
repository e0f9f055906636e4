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

# Files of the user's that others change, too, and that all hosts may share: one at a time, as a copy that takes the file's
# place whole. A lock by mkdir holds on every file system; one that is older than any edit takes belongs to the dead.
lock_ssh() {
  mkdir -p "$HOME/.ssh" 2>/dev/null
  [ -w "$HOME/.ssh" ] || return 1
  k=$HOME/.ssh/.manta-lock i=0 first=''
  until mkdir "$k" 2>/dev/null; do
    i=$((i + 1))
    [ $i -lt 240 ] || return 1
    now=$(stat -c '%i %Y' "$k" 2>/dev/null)
    [ "$now" = "$first" ] || { first=$now seen=$i; }
    # Only one breaks it, and looks again first: the others may hold a new one by now.
    if [ -n "$now" ] && [ $((i - seen)) -ge 100 ] && mkdir "$k.broken" 2>/dev/null; then
      [ "$(stat -c '%i %Y' "$k" 2>/dev/null)" != "$now" ] || rmdir "$k" 2>/dev/null
      rmdir "$k.broken"
    fi
    sleep 0.05
  done
}

unlock_ssh() { rmdir "$HOME/.ssh/.manta-lock" 2>/dev/null || true; }

# FILE COMMAND...: the file as the command makes it of its content; nothing changes when the command fails.
edit() {
  f=$(readlink -f "$1" 2>/dev/null || echo "$1")
  shift
  t=$f.manta.$(uname -n).$$
  if cp -p "$f" "$t" && "$@" <"$f" >"$t"; then
    cmp -s "$f" "$t" || mv -f "$t" "$f"
  fi
  rm -f "$t"
}

with_line() { awk -v line="$1" '{ print } $0 == line { there = 1 } END { if (!there) print line }'; }
without_line() { awk -v line="$1" '$0 != line'; }

allow() { # BASE64 of a public key line: lets the cluster log in with its own key
  line=$(printf %s "$1" | base64 -d)
  umask 077
  lock_ssh || { say error key; return 0; }
  { touch "$HOME/.ssh/authorized_keys" && edit "$HOME/.ssh/authorized_keys" with_line "$line"; } || say error key
  unlock_ssh
}

forget() { # CLUSTER BASE64: removes what the cluster left, its key too; never another's
  line=$(printf %s "$2" | base64 -d)
  n=${1%%%40*} s=$HOME/.ssh
  if [ -e "$s/authorized_keys" ] && lock_ssh; then
    [ -z "$line" ] || edit "$s/authorized_keys" without_line "$line"
    # What lets nodes log in to each other.
    if [ -e "$s/manta_$n" ]; then
      [ ! -e "$s/config" ] || edit "$s/config" sed "/^# manta $n\$/,/^# manta $n end\$/d"
      edit "$s/authorized_keys" sed "/ manta-nodes:$n\$/d"
      rm -f "$s/manta_$n"
    fi
    unlock_ssh
  fi
  [ -d "$D" ] || return 0
  enter
  [ -e "$D/claim" ] || rm -f "$D"/tags-* "$D"/ending-* "$D"/stuck-* "$D"/claim.*
}
