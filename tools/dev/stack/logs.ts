import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Renames `name.log` of the last start to `name.1.log` and so on up to 4; returns the path of the new log. */
export function rotateLog(folder: string, name: string): string {
  const path = (age: number): string => join(folder, age === 0 ? `${name}.log` : `${name}.${age}.log`);
  for (const age of [3, 2, 1, 0]) if (existsSync(path(age))) renameSync(path(age), path(age + 1));
  return path(0);
}

/** The last errors of a log, which may be in pino's format; the last lines if there are no errors. */
export function lastErrors(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-50) : [];
  const errors = lines.filter((line) => /^\{"level":[56]0,|\b(FATAL|PANIC):/.test(line)); // 50: error, 60: fatal
  return (errors.length > 0 ? errors.slice(-2) : lines.slice(-8)).map(formatLogLine).join('\n');
}

function formatLogLine(line: string): string {
  if (!line.startsWith('{"level"')) return line;
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
  return [msg, err?.message].filter(Boolean).join(': ');
}
