# Sourced by ./manta and ./verify. find_jdk prints the home of a JDK 25 or newer, or says how to get one.

jdk_version() { sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null; }

is_jdk_25() {
  [ -x "$1/bin/java" ] || return 1
  local version
  version=$(jdk_version "$1")
  [ -n "$version" ] && [ "$version" -ge 25 ]
}

find_jdk() {
  local candidate on_path
  on_path=$(command -v java 2>/dev/null) && on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
  for candidate in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /opt/*jdk* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$candidate" ] && is_jdk_25 "$candidate"; then
      echo "$candidate"
      return 0
    fi
  done
  echo "error[JAVA-MISSING] no JDK 25 or newer found" >&2
  echo "  why: looked at JAVA_HOME, PATH, /usr/lib/jvm, /opt, ~/.sdkman and ~/.jdks" >&2
  echo "  fix: sudo apt-get install openjdk-25-jdk, or install Temurin 25, or set JAVA_HOME" >&2
  return 1
}
