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

/** A start that fails because one of its programs got the terminal's Ctrl-C; the runner itself hears of it a moment later. */
const CUT_OFF = `
import { runUntilStopped } from '${RUNNER}';
await runUntilStopped(async () => {
  setTimeout(() => process.kill(process.pid, process.argv[2]), 20);
  throw new Error('initdb ended with SIGINT');
});
`;

/** The same on a machine that stalls: when it goes on, the signal comes and the time it is waited for is over, both at once. */
const STALLED = CUT_OFF.replace(
  'throw',
  'setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500));\n  throw',
);

/** One that runs, and whose stop fails. */
const UNSTOPPABLE = `
import { runUntilStopped } from '${RUNNER}';
await runUntilStopped(async () => {
  setInterval(() => undefined, 1000);
  setTimeout(() => process.kill(process.pid, 'SIGINT'), 20);
  return { stop: () => Promise.reject(new Error('the database does not stop')) };
});
`;

let folder: string;
let program: ProcessRecord | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-npm-'));
  writeFileSync(join(folder, 'start.mjs'), PROGRAM);
  writeFileSync(join(folder, 'cut-off.mjs'), CUT_OFF);
  writeFileSync(join(folder, 'stalled.mjs'), STALLED);
  writeFileSync(join(folder, 'unstoppable.mjs'), UNSTOPPABLE);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'stand-in', scripts: { start: `"${process.execPath}" "${join(folder, 'start.mjs')}"` } }),
  );
});
afterEach(() => program && isAlive(program) && void signal(program.pid, 'SIGKILL'));
afterAll(() => rmSync(folder, { recursive: true }));

async function started(): Promise<Program> {
  const npm = run(['npm', '--prefix', folder, 'start'], { env: { HOME: folder } });
  await npm.until(' .\n', 30_000);
  return npm;
}

describe('a program that npm started', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'is stopped in order when npm alone gets a %s',
    async (name) => {
      const npm = await started();
      program = recordOf(Number(/runs as (\d+)/.exec(npm.said())?.[1]));
      expect(isAlive(program)).toBe(true);
      signal(npm.pid, name);
      expect((await npm.ended).said).toMatch(/Stopping …\nEverything is stopped \(/);
      expect(await waitUntilGone(program, 10_000)).toBe(true); // it closes its output a moment before it is gone
    },
    60_000,
  );
});

describe('a start whose programs heard of Ctrl-C before it did', () => {
  const ended = (args: string[], file = 'cut-off.mjs') =>
    run([process.execPath, join(folder, file), ...args], { env: {} }).ended;

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('is given up, not failed (%s)', async (name) => {
    expect(await ended([name])).toMatchObject({ how: 130, said: 'The start was given up; nothing is left running.\n' });
  });

  it('is given up where the signal is read late', async () => {
    expect(await ended(['SIGINT'], 'stalled.mjs')).toMatchObject({
      how: 130,
      said: 'The start was given up; nothing is left running.\n',
    });
  });

  it('fails where nobody gave it up', async () => {
    const { how, said } = await ended(['SIGCONT']);
    expect([how, said]).toEqual([1, expect.stringContaining('initdb ended with SIGINT')]);
  });
});

it('a stop that fails is told as what it is, not as a start that was given up', async () => {
  const { how, said } = await run([process.execPath, join(folder, 'unstoppable.mjs')], { env: {} }).ended;
  expect([how, said]).toEqual([1, expect.stringContaining('the database does not stop')]);
  expect(said).not.toContain('given up');
});
