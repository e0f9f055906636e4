#!/usr/bin/env bash
# ./mvnw with nothing at home: fetches what it should, refuses what it should not, and falls back to an installed mvn. The
# "repository" is a directory on this machine.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wrong=0
. "$root/scripts/find-jdk.sh"
jdk=$(find_jdk)

# A stand-in for Maven's archive, in a place of its own with the sum of this archive.
mkdir -p "$scratch/tree/.mvn/wrapper" "$scratch/tree/scripts" "$scratch/apache-maven-9.9/bin" "$scratch/bin"
cp "$root/mvnw" "$scratch/tree/"
cp "$root/scripts/find-jdk.sh" "$scratch/tree/scripts/"
printf '#!/bin/sh\necho "fetched: $*"\n' >"$scratch/apache-maven-9.9/bin/mvn"
printf '#!/bin/sh\necho "installed: $*"\n' >"$scratch/bin/mvn"
chmod +x "$scratch/bin/mvn"
place=$scratch/repository/org/apache/maven/apache-maven/9.9
mkdir -p "$place"
(cd "$scratch" && "$jdk/bin/jar" cfM "$place/apache-maven-9.9-bin.zip" apache-maven-9.9)
sum=$( (sha256sum "$place"/*.zip || shasum -a 256 "$place"/*.zip) 2>/dev/null | cut -d' ' -f1)
properties() { # SUM
  printf 'distributionUrl=https://example.invalid/maven2/org/apache/maven/apache-maven/9.9/apache-maven-9.9-bin.zip\n' \
    >"$scratch/tree/.mvn/wrapper/maven-wrapper.properties"
  printf 'distributionSha256Sum=%s\n' "$1" >>"$scratch/tree/.mvn/wrapper/maven-wrapper.properties"
}

says() { # EXPECTED WHAT HOME REPOSITORY PATH
  local said
  said=$(env -i HOME="$scratch/$3" PATH="$5" JAVA_HOME="$jdk" MVNW_REPOURL="file://$4" "$scratch/tree/mvnw" -v 2>&1) || true
  case $said in *"$1"*) ;; *) echo "mvnw: $2: '$1' was not said, but: $said"; wrong=1 ;; esac
}

# Every program of this machine but Maven.
mkdir "$scratch/plain"
for program in bash sh sed mkdir mktemp rm mv chmod curl sha256sum shasum dirname basename readlink uname env cat; do
  found=$(command -v $program) && ln -sf "$found" "$scratch/plain/$program" || true
done
properties "$sum"
says "fetched: -v" "nothing at home" home "$scratch/repository" "$scratch/plain"
says "fetched: -v" "fetched before" home /nowhere "$scratch/plain"
says "fetching" "a new home" other "$scratch/repository" "$scratch/plain"
says "error[LAUNCH-NO-MAVEN]" "no network and no Maven" third /nowhere "$scratch/plain"
says "installed: -v" "no network" third /nowhere "$scratch/bin:$scratch/plain"
properties "${sum//[0-9]/0}"
says "is not the file it should be" "another file" fourth "$scratch/repository" "$scratch/plain"
says "installed: -v" "another file" fourth "$scratch/repository" "$scratch/bin:$scratch/plain"
if ls -d "$scratch"/fourth/.m2/wrapper/dists/*/* >/dev/null 2>&1; then echo "mvnw: the other file was kept"; wrong=1; fi
rm -f "$scratch/plain/curl"
properties "$sum"
says "fetched: -v" "neither curl nor wget" fifth "$scratch/repository" "$scratch/plain"

[ $wrong -eq 0 ] && echo "mvnw: ok"
exit $wrong
