# shellcheck shell=bash disable=SC2034
# Sourced by ./ibassay and .ci/run: find_jdk sets JDK to a JDK of at least the release it is given.

# The feature release of the JDK in directory $1 goes to REPLY; false if no JDK is there.
jdk_release() {
  local line
  [[ -x $1/bin/java && -x $1/bin/javac && -r $1/release ]] || return 1
  while IFS= read -r line; do
    if [[ $line =~ ^JAVA_VERSION=\"([0-9]+) ]]; then
      REPLY=${BASH_REMATCH[1]}
      return 0
    fi
  done <"$1/release"
  return 1
}

find_jdk() {
  local wanted=$1 java home
  local -a homes=()
  [[ -z ${JAVA_HOME:-} ]] || homes+=("$JAVA_HOME")
  if java=$(command -v java) && java=$(readlink -f "$java" 2>/dev/null); then
    homes+=("${java%/bin/java}")
  fi
  homes+=(
    /usr/lib/jvm/*
    /usr/java/*
    /opt/*
    "$HOME"/.sdkman/candidates/java/*
    "$HOME"/.jdks/*
    /Library/Java/JavaVirtualMachines/*/Contents/Home
  )
  for home in "${homes[@]}"; do
    if jdk_release "$home" && ((REPLY >= wanted)); then
      JDK=$home
      return 0
    fi
  done
  return 1
}
