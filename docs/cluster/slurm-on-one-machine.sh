#!/usr/bin/env bash
# Sets up Slurm on this machine alone, to try slurm.sh. Debian or Ubuntu, as root:
#
#   apt-get install slurm-wlm && docs/cluster/slurm-on-one-machine.sh
set -euo pipefail

host=$(hostname -s)
cat > /etc/slurm/slurm.conf <<EOF
ClusterName=one
SlurmctldHost=$host
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation=/var/spool/slurmctld
SlurmdSpoolDir=/var/spool/slurmd
SlurmUser=root
ReturnToService=2
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
mkdir -p /var/spool/slurmctld /var/spool/slurmd /run/munge
chown munge: /run/munge

pgrep -x munged > /dev/null || runuser -u munge -- munged
pgrep -x slurmctld > /dev/null || slurmctld
pgrep -x slurmd > /dev/null || slurmd
sleep 3
scontrol update "nodename=$host" state=resume 2> /dev/null || true
sinfo
