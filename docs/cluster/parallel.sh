#!/usr/bin/env bash
# Counts in shares with GNU parallel. After a kill, the same command goes on with the missing shares.
#
#   docs/cluster/parallel.sh KEY=VALUE SHARES FOLDER [options of parallel, such as --sshlogin ...]
#
# For ssh, the program must stand at the same path on each machine, as it does in a shared home.
set -euo pipefail

if (($# < 3)); then
  echo "usage: $0 KEY=VALUE SHARES FOLDER [options of parallel]" >&2
  exit 2
fi
setting=$1 shares=$2 folder=$3
shift 3
program=${PROGRAM:-$(cd "$(dirname "$0")/../.." && pwd)/target/release/diagonal-latin-square}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# A share's line is moved to its place when it is whole. --resume-failed leaves out the shares that
# the job log calls done; the checkpoint of a share keeps the tasks that it had done when it was killed.
seq "$shares" | parallel "$@" --joblog "$folder/joblog" --resume-failed \
  "mkdir -p '$folder' && '$program' count --set '$setting' --threads 1 --shard {}/$shares \
     --checkpoint '$folder/{}.checkpoint' > '$folder/{}.part' && mv '$folder/{}.part' '$folder/{}.json'"

"$program" count --set "$setting" --merge "$folder"/*.json
