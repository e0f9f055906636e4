set -e
if ! mountpoint -q '@MOUNT@'; then
  if ! command -v mount.nfs4 >/dev/null; then
    sudo apt-get update -qq && sudo apt-get install -y -qq nfs-common || sudo dnf install -y -q nfs-utils || sudo yum install -y -q nfs-utils
  fi
  sudo mkdir -p '@MOUNT@'
  options=nfsvers=4.1,rsize=1048576,wsize=1048576,hard,timeo=600,retrans=2,noresvport,_netdev,nofail
  grep -q ' @MOUNT@ ' /etc/fstab || echo "@SOURCE@ @MOUNT@ nfs4 $options 0 0" | sudo tee -a /etc/fstab >/dev/null
  tries=0
  until sudo mount '@MOUNT@'; do
    tries=$((tries + 1))
    [ $tries -lt 40 ] || { echo "@SOURCE@ cannot be mounted; may this machine reach port 2049 of its mount target?"; exit 1; }
    sleep 5
  done
  [ -w '@MOUNT@' ] || sudo chmod a+rwx '@MOUNT@'
fi
