#!/usr/bin/env bash
# One share of a count, as a task of a Slurm job array:
#
#   sbatch --array=1-SHARES docs/cluster/slurm.sh KEY=VALUE FOLDER
#
#SBATCH --job-name=count
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

setting=$1 folder=$2
share=$SLURM_ARRAY_TASK_ID shares=${SHARES:-$SLURM_ARRAY_TASK_MAX}
program=${PROGRAM:-$SLURM_SUBMIT_DIR/target/release/diagonal-latin-square}
mkdir -p "$folder"

"$program" count --set "$setting" --threads 1 --shard "$share/$shares" \
  --checkpoint "$folder/$share.checkpoint" > "$folder/$share.part"
mv "$folder/$share.part" "$folder/$share.json"
