# Sourced by `cluster`: what is made once and cached: packages, programs, images.

install() { # [build|images]
  [ "$(id -u)" = 0 ] || fail "needs root to install packages" 77
  mkdir -p "$bin" "$cache/images"
  if [ "${1:-images}" = images ]; then
    exec 8>"$cache/install.lock"
    flock 8
    install_packages
    [ -e "$(ray_image)" ] || make_ray_image
    exec 8>&-
  fi
  if [ "${1:-build}" = build ]; then
    exec 8>"$cache/build.lock"
    flock 8
    [ -x "$bin/kubernetes" ] || build
  fi
}

install_packages() {
  [ ! -e "$packages/ready" ] || return 0
  command -v apt-get >/dev/null || fail "only Debian's apt is known here" 77
  say "unpacking containerd, runc, CNI plug-ins, iptables and kubectl from Debian into $packages"
  rm -rf "$packages"
  mkdir -p "$packages/debs" "$packages/iptables"
  apt-get update -qq || true
  # Unpacked, not installed: no daemon of this machine is touched.
  (cd "$packages/debs" && apt-get download -qq containerd runc containernetworking-plugins libseccomp2 kubernetes-client \
    iptables libip4tc2 libip6tc2 libxtables12 libnftnl11 libmnl0 libnfnetlink0 libnetfilter-conntrack3) ||
    fail "the Debian packages cannot be fetched" 77
  for deb in "$packages"/debs/*.deb; do dpkg-deb -x "$deb" "$packages"; done
  rm -rf "$packages/debs"
  for program in iptables{,-save,-restore} ip6tables{,-save,-restore}; do
    ln -s ../usr/sbin/xtables-nft-multi "$packages/iptables/$program"
  done
  touch "$packages/ready"
}

build() {
  command -v go >/dev/null || fail "Go is missing; Kubernetes cannot be built" 77
  local work=$cache/build about=k8s.io/component-base/version modules begun=$SECONDS
  say "building Kubernetes $version from the Go module proxy into $bin, once (about 10 CPU minutes, 3 GB of Go caches)"
  rm -rf "$work"
  mkdir -p "$work"
  cp -r "$here"/source/* "$work"
  export CGO_ENABLED=0 GOFLAGS="-mod=mod -buildvcs=false" GOWORK=off
  cd "$work"
  modules=$(go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/.*"GoMod": "\(.*\)".*/\1/p')
  # Its own list of modules, with the parts that live in its tree taken at their published versions.
  sed -e 's#^module .*#module kubernetes#' -e "s# v0\.0\.0\$# v0.${version#*.}#" \
    -e "s#=> \./staging/src/\(.*\)#=> \1 v0.${version#*.}#" "$modules" >go.mod
  echo "require k8s.io/kubernetes v$version" >>go.mod
  # Without optimizing it takes a third less time to build; what is tested with it waits for other things.
  nice -n 19 go build -trimpath -gcflags='all=-N -l -dwarf=false' -o "$work/bin/" \
    -ldflags="-s -w -X $about.gitVersion=v$version -X $about.gitMajor=1 -X $about.gitMinor=${version:2:2}" \
    ./pause ./kubernetes
  for program in etcd kube-apiserver kube-scheduler kube-controller-manager kubelet kube-proxy; do
    ln -sfn kubernetes "$bin/$program"
  done
  mv "$work/bin/pause" "$work/bin/kubernetes" "$bin/"
  rm -rf "$work"
  say "built in $((SECONDS - begun)) s"
}

# Named after how it is made, so that a change makes it anew.
ray_image() { echo "$cache/images/ray-$ray-$(cat "$here/ray-image" "$here/../hosts/image" | cksum | cut -d' ' -f1).tar"; }

make_ray_image() {
  local work python
  python=$(. "$here/../../scripts/test-python.sh" && ray_python "$ray") || fail "there is no Python with Ray $ray" 77
  say "making the image manta/ray:$ray"
  rm -f "$cache"/images/ray-*.tar
  work=$(mktemp -d "$cache/images/work.XXXX")
  "$here/ray-image" "$work" "${python%/bin/*}"
  pack "$work" "manta/ray:$ray" "$(ray_image)" "${python%/*}:"
  rm -rf "$work"
}

pack() { # directory name file [front of PATH]: the format of `docker save`, one layer
  local work=$3.parts layer
  rm -rf "$work"
  mkdir -p "$work/layer"
  tar --numeric-owner -C "$1" -cf "$work/layer/layer.tar" .
  layer=$(sha256sum "$work/layer/layer.tar" | cut -d' ' -f1)
  cat >"$work/config.json" <<JSON
{"os": "linux", "architecture": "$(dpkg --print-architecture)", "rootfs": {"type": "layers", "diff_ids": ["sha256:$layer"]},
 "config": {"Env": ["PATH=${4:-}/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"],
 "Cmd": ["/pause"], "WorkingDir": "/"}}
JSON
  echo "[{\"Config\": \"config.json\", \"RepoTags\": [\"docker.io/$2\"], \"Layers\": [\"layer/layer.tar\"]}]" >"$work/manifest.json"
  tar -C "$work" -cf "$work.tar" manifest.json config.json layer
  rm -rf "$work"
  mv "$work.tar" "$3"
}
