#!/usr/bin/env bash
# Counts in shares with GNU parallel, which goes on after a kill with the shares that are missing.
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

# A share's line is moved to its place when it is whole. The job log and --resume-failed leave out
# what is done; a share's checkpoint keeps what it had done when it was killed.
seq "$shares" | parallel "$@" --joblog "$folder/joblog" --resume-failed \
  "mkdir -p '$folder' && '$program' count --set '$setting' --threads 1 --shard {}/$shares \
     --checkpoint '$folder/{}.checkpoint' > '$folder/{}.part' && mv '$folder/{}.part' '$folder/{}.json'"

"$program" count --set "$setting" --merge "$folder"/*.json
