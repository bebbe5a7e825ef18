import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isAlive, type ProcessRecord, recordOf, signal, waitUntilGone } from './processes.ts';
import { type Program, run } from './test/shop-process.ts';

const RUNNER = pathToFileURL(join(import.meta.dirname, 'run-until-stopped.ts')).href;
/** A shop that is nothing but a timer, and is stopped as a shop is. */
const PROGRAM = `
import { runUntilStopped } from '${RUNNER}';
await runUntilStopped(async () => {
  const timer = setInterval(() => undefined, 1000);
  console.log('runs as', process.pid, '.');
  return { stop: async () => clearInterval(timer) };
});
`;

let folder: string;
let program: ProcessRecord | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-npm-'));
  writeFileSync(join(folder, 'start.mjs'), PROGRAM);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stand-in', scripts: { start: `"${process.execPath}" "${join(folder, 'start.mjs')}"` } }));
});
afterEach(() => program && isAlive(program) && void signal(program.pid, 'SIGKILL'));
afterAll(() => rmSync(folder, { recursive: true }));

async function started(): Promise<Program> {
  const npm = run(['npm', '--prefix', folder, 'start'], { env: { HOME: folder } });
  await npm.until(' .\n', 30_000);
  return npm;
}

describe('a program that npm started', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('is stopped in order when npm alone gets a %s', async (name) => {
    const npm = await started();
    program = recordOf(Number(/runs as (\d+)/.exec(npm.said())?.[1]));
    expect(isAlive(program)).toBe(true);
    signal(npm.pid, name);
    expect((await npm.ended).said).toMatch(/Stopping …\nEverything is stopped \(/);
    expect(await waitUntilGone(program, 10_000)).toBe(true); // it closes its output a moment before it is gone
  }, 60_000);
});
