import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const OLD_LOGS = 4;

/** Renames `name.log` of the last start to `name.1.log` and so on; returns the path of the new log. */
export function rotateLog(folder: string, name: string): string {
  const path = (age: number): string => join(folder, age === 0 ? `${name}.log` : `${name}.${age}.log`);
  for (let age = OLD_LOGS - 1; age >= 0; age -= 1) if (existsSync(path(age))) renameSync(path(age), path(age + 1));
  return path(0);
}

/** The last errors of a log in pino's format, else its last lines. */
export function lastErrors(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-50).map(parse) : [];
  const errors = lines.filter(({ isError }) => isError);
  return (errors.length > 0 ? errors.slice(-2) : lines.slice(-8)).map(({ text }) => text).join('\n');
}

function parse(line: string): { text: string; isError: boolean } {
  try {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { message?: string } };
    return { text: [msg, err?.message].filter(Boolean).join(': '), isError: level >= 50 }; // 50: error, 60: fatal
  } catch {
    return { text: line, isError: /\b(FATAL|PANIC):/.test(line) };
  }
}
