// Also loaded by tools/bootstrap.mjs, on whatever Node the machine has: no dependency, no new syntax.
import { execFileSync } from 'child_process';
import { readFileSync } from 'fs';

/** The start time of a living process as its operating system tells it; undefined for a dead one. */
export function bornAt(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return process.platform === 'linux' ? bornFromProc(pid) : bornFromPs(pid);
}

function bornFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before may hold spaces and brackets
    const isZombie = fields[0] === 'Z' || fields[0] === 'X';
    return isZombie ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function bornFromPs(pid) {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-o', 'stat=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return text === '' || text.includes(' Z') ? undefined : text.replace(/\s+\S+$/, '');
  } catch {
    return undefined;
  }
}
