/** Processor time of a shop's processes, from Linux's `/proc`. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
/** Less is noise. */
const SMALLEST_MS = 0.1;
/** Fields of `/proc/PID/stat` after the name: parent, own time in user and system mode, and that of children that ended. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

interface Entry {
  parent: number;
  cpuMs: number;
  folder: string;
  command: string;
}

function readProcesses(): Map<number, Entry> {
  const processes = new Map<number, Entry>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = TIMES.reduce((sum, field) => sum + Number(fields[field]), 0);
      processes.set(Number(pid), {
        parent: Number(fields[PARENT]),
        cpuMs: ticks * TICK_MS,
        folder: readlinkSync(`/proc/${pid}/cwd`),
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      });
    } catch {
      // The process has ended in between.
    }
  return processes;
}

const isPostmaster = (command: string, dataDir: string): boolean =>
  /^[^\0]*postgres\0/.test(command) && command.includes(dataDir);

/** App, `PostgreSQL` or `RabbitMQ` → milliseconds since its start, with all child processes. `dataDir`: the shop's, which has its PostgreSQL. */
function readCpu(dataDir: string): Map<string, number> {
  const processes = readProcesses();
  const sumTree = (pid: number): number => {
    let sum = processes.get(pid)?.cpuMs ?? 0;
    for (const [child, { parent }] of processes) if (parent === pid) sum += sumTree(child);
    return sum;
  };
  const found = new Map<string, number>();
  for (const [pid, { parent, folder, command }] of processes) {
    if (parent === process.pid && folder.includes('/apps/')) found.set(basename(folder), sumTree(pid));
    else if (isPostmaster(command, dataDir)) found.set('PostgreSQL', sumTree(pid));
    else if (command.includes('beam.smp')) found.set('RabbitMQ', sumTree(pid));
  }
  return found;
}

export interface Reading {
  at: number;
  cpu: Map<string, number>;
}

export const takeReading = (dataDir: string): Reading => ({ at: performance.now(), cpu: readCpu(dataDir) });

/** Share of a core that each part uses without work: polls, schedules, connections. */
export const toIdleLoad = (before: Reading, after: Reading): Map<string, number> =>
  new Map([...after.cpu].map(([part, ms]) => [part, (ms - (before.cpu.get(part) ?? 0)) / (after.at - before.at)]));

/** Milliseconds between two readings, per run, without the idle load. */
export function toCost(before: Reading, after: Reading, idle: Map<string, number>, runs: number): Map<string, number> {
  const costs = [...after.cpu].map(([part, ms]) => {
    const used = ms - (before.cpu.get(part) ?? 0) - (idle.get(part) ?? 0) * (after.at - before.at);
    return [part, Math.max(0, used) / runs] as const;
  });
  return new Map(costs.filter(([, ms]) => ms >= SMALLEST_MS));
}
