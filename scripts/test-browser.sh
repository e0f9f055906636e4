# What the tests of the page need: a browser with its driver, and Prometheus' own tool; to be sourced.

# Installs them where that is possible; elsewhere the tests say what is missing.
browser_tools() {
  [ -x /usr/bin/chromium ] && [ -x /usr/bin/chromedriver ] && [ -x /usr/bin/promtool ] && return 0
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  # Debian starts what it installs; a machine under test needs no Prometheus that runs.
  [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d && local made=yes; }
  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium chromium-driver fonts-liberation prometheus >/dev/null
  local result=$?
  [ -z "${made:-}" ] || rm -f /usr/sbin/policy-rc.d
  return $result
}
