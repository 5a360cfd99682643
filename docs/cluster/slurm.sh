#!/usr/bin/env bash
# One share of a count, or of attempts at a record, as a task of a Slurm job array:
#
#   sbatch --array=1-SHARES docs/cluster/slurm.sh COMMAND FOLDER
#
# COMMAND is one argument, such as "diagonal-latin-square count --set order=9"; it runs in target/release.
#
#SBATCH --job-name=puzzle
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

read -ra words <<< "$1"
folder=$2
share=$SLURM_ARRAY_TASK_ID shares=${SHARES:-$SLURM_ARRAY_TASK_MAX}
program=${PROGRAM:-$SLURM_SUBMIT_DIR/target/release/${words[0]}}
mkdir -p "$folder"

"$program" "${words[@]:1}" --threads 1 --shard "$share/$shares" \
  --checkpoint "$folder/$share.checkpoint" > "$folder/$share.part"
mv "$folder/$share.part" "$folder/$share.json"
