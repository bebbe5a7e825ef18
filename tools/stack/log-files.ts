import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const KEPT = 4;

/** Moves last time's `name.log` to `name.1.log` and so on; returns the path to write to. */
export function rotateLog(folder: string, name: string): string {
  const path = (age: number): string => join(folder, age === 0 ? `${name}.log` : `${name}.${age}.log`);
  rmSync(path(KEPT), { force: true });
  for (let age = KEPT - 1; age >= 0; age -= 1) if (existsSync(path(age))) renameSync(path(age), path(age + 1));
  return path(0);
}

/** The end of a log as readable lines; at most `bytes` of it are read. */
export function logTail(file: string, lines: number, bytes = 32_768): string[] {
  return readEnd(file, bytes)
    .trimEnd()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-lines)
    .map(readable);
}

export function readEnd(file: string, bytes: number): string {
  if (!existsSync(file)) return '';
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, bytes));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** What went wrong, from the end of a service's log: its fatal and error lines, else whatever stands last. */
export function lastProblem(file: string): string {
  const lines = readEnd(file, 32_768)
    .trimEnd()
    .split('\n')
    .filter((line) => line.trim() !== '');
  const problems = lines.filter((line) => levelOf(line) >= ERROR_LEVEL);
  const chosen = problems.length > 0 ? problems.slice(-2) : lines.filter((line) => !IS_DECORATION.test(line)).slice(-4);
  return chosen.map(readable).join('\n') || 'it left no message';
}

/** What Node prints around an uncaught error: where it noticed, its stack, its properties and brackets, the version. */
const IS_DECORATION =
  /^node:internal\/|^\s+triggerUncaughtException\(|^\s+at |^Node\.js v|^\s+(name|code): |^[\s[\]{}^]*$/;

const ERROR_LEVEL = 50; // pino: 50 error, 60 fatal

interface LogLine {
  level?: number;
  msg?: string;
  err?: { message?: string };
}

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return undefined;
  }
}

function levelOf(line: string): number {
  return parse(line)?.level ?? 0;
}

function readable(line: string): string {
  const parsed = parse(line);
  if (!parsed) return line.replace(/^\[(?=[A-Za-z])|\] \{$/g, '');
  const cause = parsed.err?.message;
  return cause && cause !== parsed.msg ? `${parsed.msg ?? ''}: ${cause}` : (parsed.msg ?? line);
}
