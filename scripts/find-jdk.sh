# Sourced by ./manta and ./verify. find_jdk prints the home of a JDK 25 or newer, or says how to get one.

# The feature version of the JDK in a directory; nothing when there is none, or only a runtime without a compiler.
jdk_version() {
  [ -x "$1/bin/javac" ] && sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

find_jdk() {
  local candidate version on_path seen=''
  on_path=$(command -v javac 2>/dev/null) && on_path=$(readlink -f "$on_path" 2>/dev/null) && on_path=${on_path%/bin/javac}
  for candidate in "${JAVA_HOME:-}" "${on_path:-}" /usr/lib/jvm/* /opt/*jdk* /opt/java/* /usr/java/* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    [ -n "$candidate" ] || continue
    version=$(jdk_version "$candidate") || continue
    [ -n "$version" ] || continue
    if [ "$version" -ge 25 ]; then
      echo "$candidate"
      return 0
    fi
    case " $seen " in *" $version "*) ;; *) seen="$seen $version" ;; esac
  done
  echo "error[LAUNCH-NO-JDK] no JDK 25 or newer was found" >&2
  echo "  why: looked at JAVA_HOME, PATH, /usr/lib/jvm, /opt, ~/.sdkman and ~/.jdks; JDKs there:${seen:- none}" >&2
  echo "  fix: sudo apt install openjdk-25-jdk-headless, or 'sdk install java 25-tem' (https://sdkman.io), or set JAVA_HOME" >&2
  return 1
}
