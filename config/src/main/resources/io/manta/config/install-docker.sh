! command -v docker >/dev/null || exit 0
sudo -n true || exit 1
echo "Docker: not here; installing the distribution's own"
if command -v apt-get >/dev/null; then
  sudo -n apt-get -q -o DPkg::Lock::Timeout=600 update &&
    sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 install docker.io || exit 1
elif command -v dnf >/dev/null; then
  sudo -n dnf -q -y install docker || exit 1
else
  echo "Docker: this distribution has none that could be installed; choose a machine image that has Docker" >&2
  exit 1
fi
sudo -n systemctl enable --now docker || sudo -n service docker start || exit 1
sudo -n usermod -aG docker "$(id -un)"
# This connection was opened before the user belonged to that group.
sudo -n chgrp "$(id -gn)" /var/run/docker.sock
