/** CPU time of this machine, and limits for processes, by Linux's control groups. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../ops/shop/start-error.ts';

const GROUPS = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

/** Version 2 has one tree, version 1 one for each resource. */
const isVersion2 = existsSync(join(GROUPS, 'cgroup.controllers'));
const CPU_GROUPS = isVersion2 ? GROUPS : join(GROUPS, 'cpu');

/** @throws StartError */
export function assertQuotas(): void {
  if (process.getuid?.() === 0 && existsSync(join(CPU_GROUPS, 'cgroup.procs'))) return;
  throw new StartError(`CPU quotas need root, and Linux with control groups at ${GROUPS}: run it as root there.`);
}

function listDescendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(listDescendants)];
}

/** Limits the processes that are added, and those that they start. */
export class CpuQuota {
  private readonly folder: string;

  constructor(name: string, cores: number) {
    this.folder = join(CPU_GROUPS, `petart-${process.pid}-${name}`);
    if (isVersion2) writeFileSync(join(GROUPS, 'cgroup.subtree_control'), '+cpu');
    mkdirSync(this.folder);
    if (isVersion2) this.write('cpu.max', `${PERIOD_US * cores} ${PERIOD_US}`);
    else this.write('cpu.cfs_quota_us', PERIOD_US * cores); // the period is the default
  }

  add(pid: number): void {
    for (const one of listDescendants(pid)) this.write('cgroup.procs', one);
  }

  /** After its processes have ended. */
  remove(): void {
    rmdirSync(this.folder);
  }

  private write(file: string, value: number | string): void {
    writeFileSync(join(this.folder, file), String(value));
  }
}

/** How busy the machine is, from now on. */
export class MachineLoad {
  private readonly before = readTimes();

  /** 0 to 1 */
  get busyShare(): number {
    const after = readTimes();
    return 1 - (after.idle - this.before.idle) / Math.max(1, after.all - this.before.all);
  }
}

/** https://man7.org/linux/man-pages/man5/proc_stat.5.html: user, nice, system, idle, iowait, irq, softirq, steal; the rest is part of user. */
function readTimes(): { idle: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle = 0, iowait = 0] = times;
  return { idle: idle + iowait, all: times.reduce((sum, time) => sum + time) };
}
