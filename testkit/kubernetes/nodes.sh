# Sourced by `cluster`: nodes and the daemons that run on them.

start_time() { awk '{ sub(/.*\) /, ""); if ($1 != "Z") print $20 }' "/proc/$1/stat" 2>/dev/null || true; }

# Prints the outer process of node I when it is the very one we started, not a later one with the same number.
alive() {
  local pid begun
  read -r pid begun 2>/dev/null <"$state/node$1/process" || return 1
  [ -n "$begun" ] && [ "$(start_time "$pid")" = "$begun" ] && printf '%s' "$pid"
}

init_of() {
  local outer
  outer=$(alive "$1") || fail "node $1 is not up"
  tr -d ' ' <"/proc/$outer/task/$outer/children"
}

inside() { # node command...
  local init
  init=$(init_of "$1")
  shift
  local libraries
  libraries=$(printf '%s:' "$packages"/usr/lib/*-linux-gnu)
  nsenter -t "$init" -m -n -p -u env -i HOME=/root LANG=C.UTF-8 KUBECONFIG="$state/admin.kubeconfig" \
    LD_LIBRARY_PATH="${libraries%:}" XTABLES_LIBDIR="${libraries%:}/xtables" \
    PATH="$bin:$packages/iptables:$packages/usr/sbin:$packages/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$@"
}

make_groups() { # node: control groups of its own, so that all can be found and removed
  local top group
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    mkdir -p "/sys/fs/cgroup/manta-kubernetes/node$1"
    for group in /sys/fs/cgroup{,/manta-kubernetes}; do
      sed 's/\(^\| \)/\1+/g' "$group/cgroup.controllers" >"$group/cgroup.subtree_control"
    done
    return
  fi
  for top in /sys/fs/cgroup/*/; do
    mkdir -p "${top}manta-kubernetes/node$1"
    [ -e "${top}cpuset.cpus" ] || continue
    for group in "${top}manta-kubernetes" "${top}manta-kubernetes/node$1"; do
      for file in cpus mems; do cat "${top}cpuset.$file" >"$group/cpuset.$file"; done
    done
  done
}

start_node() { # node
  local i=$1 files=$state/node$1
  mkdir -p "$files/cni"
  make_groups "$i"
  NODE_NAME=node$i NODE_ADDRESS=$network.0.$i/17 NODE_FILES=$files NODE_PAUSE=$bin/pause \
    setsid unshare --mount --net --pid --uts --fork --mount-proc --kill-child bash "$here/node-init" </dev/null >"$files/init.log" 2>&1 8>&- &
  printf '%s %s\n' "$!" "$(start_time "$!")" >"$files/process"
  for _ in $(seq 100); do
    [ -e "$files/ready" ] && break
    alive "$i" >/dev/null || break
    sleep 0.05
  done
  [ -e "$files/ready" ] || { cat "$files/init.log" >&2; fail "node $i did not start"; }
  if [ "$i" = 1 ]; then
    ip link add $link type veth peer name outside netns "$(init_of 1)"
    ip addr add $network.127.254/17 dev $link
    ip link set $link up
    ip route add $network.128.0/20 via $network.0.1
    inside 1 ip link set outside master cni0 up
  else
    ip link add "node$i" netns "$(init_of 1)" type veth peer name node1 netns "$(init_of "$i")"
    inside 1 ip link set "node$i" master cni0 up
    inside "$i" ip link set node1 master cni0 up
    inside "$i" ip route add default via $network.0.1
  fi
  write_node_files "$i"
  start containerd "$i"
  await "containerd of node $i" inside "$i" ctr version
  forget_containers "$i"
  import "$i" "$cache/images/pause.tar"
  import "$i" "$(ray_image)"
}

write_node_files() { # node
  local i=$1 files=$state/node$1
  certificate "node$i" "/O=system:nodes/CN=system:node:node$i" "IP:$network.0.$i,DNS:node$i"
  kubeconfig "node$i" >"$files/kubeconfig"
  # Nothing listens there: names that /etc/hosts does not have fail at once.
  printf 'nameserver %s.0.%s\noptions timeout:1 attempts:1\n' $network "$i" >"$files/resolv.conf"
  cat >"$files/cni/10-manta.conflist" <<JSON
{"cniVersion": "1.0.0", "name": "manta", "plugins": [{"type": "bridge", "bridge": "cni0", "isGateway": true, "hairpinMode": true,
 "ipam": {"type": "host-local", "dataDir": "/run/cni", "routes": [{"dst": "0.0.0.0/0"}], "ranges": [[{"subnet": "$network.0.0/17",
 "rangeStart": "$network.$i.10", "rangeEnd": "$network.$i.250", "gateway": "$network.0.$i"}]]}}]}
JSON
  cat >"$files/containerd.toml" <<TOML
version = 2
root = "$cache/node$i"
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.aufs", "io.containerd.tracing.processor.v1.otlp"]
[plugins."io.containerd.internal.v1.opt"]
  path = "/run/containerd-opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "manta/pause:1"
  # Without CAP_SYS_RESOURCE no container would start.
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      BinaryName = "$packages/usr/sbin/runc"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$packages/usr/lib/cni"
    conf_dir = "$files/cni"
TOML
  cat >"$files/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
failCgroupV1: false
failSwapOn: false
cgroupDriver: cgroupfs
cgroupRoot: /manta-kubernetes/node$i
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $state/ca.crt}}
authorization: {mode: Webhook}
tlsCertFile: $state/node$i.crt
tlsPrivateKeyFile: $state/node$i.key
makeIPTablesUtilChains: false
resolvConf: $files/resolv.conf
clusterDNS: [$network.0.$i]
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
evictionHard: {nodefs.available: "1%", memory.available: "100Mi", imagefs.available: "1%"}
oomScoreAdj: 0
maxPods: 200
volumePluginDir: /run/volume-plugins
podLogsDir: /var/log/pods
nodeStatusUpdateFrequency: 4s
YAML
  cat >"$files/proxy.yaml" <<YAML
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: iptables
clusterCIDR: $network.0.0/17
hostnameOverride: node$i
clientConnection: {kubeconfig: $state/proxy.kubeconfig}
conntrack: {maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s}
YAML
}

# What a killed cluster left in the store, the pods' own files among them.
forget_containers() { # node
  local left
  left=$(inside "$1" ctr -n k8s.io containers ls -q)
  [ -n "$left" ] || return 0
  # shellcheck disable=SC2086
  inside "$1" ctr -n k8s.io containers rm $left
  stop containerd "$1"
  rm -rf "$cache/node$1"/io.containerd.grpc.v1.cri
  start containerd "$1"
  await "containerd of node $1" inside "$1" ctr version
}

import() { # node tar
  local stamp=$cache/node$1/imported-${2##*/}
  [ ! -e "$stamp" ] || return 0
  inside "$1" ctr -n k8s.io images import "$2" >/dev/null
  touch "$stamp"
}

# ---- daemons ---------------------------------------------------------------------------------------------------------

run() { # name node command...: in the background, on the node
  local log=$state/node$2/$1
  # shellcheck disable=SC2016
  inside "$2" bash -c 'log=$1; shift; setsid "$@" >>"$log.log" 2>&1 </dev/null & echo $! >"$log.pid"' - "$log" "${@:3}"
}

start() { # name [node]
  local i=${2:-1}
  local files=$state/node$i
  case $1 in
    etcd) run etcd 1 etcd --data-dir "$state/etcd" --listen-client-urls http://127.0.0.1:2379 \
      --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380 --unsafe-no-fsync ;;
    apiserver) run apiserver 1 kube-apiserver --etcd-servers=http://127.0.0.1:2379 --advertise-address=$network.0.1 \
      --secure-port=6443 --tls-cert-file="$state/apiserver.crt" --tls-private-key-file="$state/apiserver.key" \
      --client-ca-file="$state/ca.crt" --service-account-issuer=https://kubernetes.default.svc \
      --service-account-key-file="$state/accounts.key" --service-account-signing-key-file="$state/accounts.key" \
      --service-cluster-ip-range=$network.128.0/20 --authorization-mode=Node,RBAC --allow-privileged=true \
      --default-not-ready-toleration-seconds=10 --default-unreachable-toleration-seconds=10 \
      --kubelet-preferred-address-types=InternalIP --kubelet-certificate-authority="$state/ca.crt" \
      --kubelet-client-certificate="$state/admin.crt" --kubelet-client-key="$state/admin.key" ;;
    scheduler) run scheduler 1 kube-scheduler --kubeconfig="$state/scheduler.kubeconfig" --leader-elect=false --secure-port=0 ;;
    controllers) run controllers 1 kube-controller-manager --kubeconfig="$state/controllers.kubeconfig" --leader-elect=false \
      --service-account-private-key-file="$state/accounts.key" --root-ca-file="$state/ca.crt" \
      --use-service-account-credentials=true --node-monitor-period=2s --node-monitor-grace-period=20s --secure-port=0 ;;
    containerd) run containerd "$i" containerd -c "$files/containerd.toml" ;;
    kubelet) run kubelet "$i" kubelet --config="$files/kubelet.yaml" --kubeconfig="$files/kubeconfig" \
      --root-dir="$files/kubelet" --cert-dir="$files/kubelet-certificates" --hostname-override="node$i" --node-ip=$network.0."$i" ;;
    proxy) run proxy "$i" kube-proxy --config="$files/proxy.yaml" ;;
    *) fail "there is no daemon $1" 2 ;;
  esac
}

stop() { # name [node]
  local i=${2:-1} signal=TERM
  # Asked in peace it would wait for everyone who watches, for most of a minute.
  [ "$1" != apiserver ] || signal=KILL
  # shellcheck disable=SC2016
  inside "$i" bash -c 'kill -'$signal' "$1" && while kill -0 "$1" 2>/dev/null; do sleep 0.02; done' - "$(cat "$state/node$i/$1.pid")"
}

await() { # what command...
  local what=$1 until=$((SECONDS + 120))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $until ] || { tail -n 5 "$state"/node*/*.log >&2; fail "$what did not come up"; }
    sleep 0.1
  done
}
