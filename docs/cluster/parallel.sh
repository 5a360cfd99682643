#!/usr/bin/env bash
# Does the tasks of a count, or of attempts at a record, in shares with GNU parallel. After a kill, the
# same command goes on with the missing shares.
#
#   docs/cluster/parallel.sh COMMAND SHARES FOLDER [options of parallel, such as --sshlogin ...]
#
# COMMAND is one argument, such as "diagonal-latin-square count --set order=8"; it runs in target/release.
# For ssh, the program must stand at the same path on each machine, as it does in a shared home.
set -euo pipefail

if (($# < 3)); then
  echo "usage: $0 COMMAND SHARES FOLDER [options of parallel]" >&2
  exit 2
fi
read -ra words <<< "$1"
shares=$2 folder=$3
shift 3
program=$(cd "$(dirname "$0")/../.." && pwd)/target/release/${words[0]}
command=$(printf '%q ' "${PROGRAM:-$program}" "${words[@]:1}")
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# Only shares without a result are done. A share's line is moved to its place when it is whole; the
# checkpoint of a share keeps the tasks that it had done when it was killed, or when the disk was full.
for share in $(seq "$shares"); do
  [ -e "$folder/$share.json" ] || echo "$share"
done | parallel --no-run-if-empty "$@" \
  "mkdir -p '$folder' && $command --threads 1 --shard {}/$shares \
     --checkpoint '$folder/{}.checkpoint' > '$folder/{}.part' && mv '$folder/{}.part' '$folder/{}.json'"

eval "$command --merge" '"$folder"/*.json'
