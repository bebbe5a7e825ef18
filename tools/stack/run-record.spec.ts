import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ProcessRecord, recordOf } from './processes.ts';
import { quietReporter } from './reporter.ts';
import { takeLock } from './run-record.ts';

let run: string;
beforeEach(() => (run = mkdtempSync(join(tmpdir(), 'shop-lock-'))));
afterEach(() => rmSync(run, { recursive: true }));

const leaveLock = (runner: ProcessRecord, rest = {}): void =>
  writeFileSync(join(run, 'runner.lock'), JSON.stringify({ runner, port: 3000, stopping: false, ...rest }));

async function livingProcess(): Promise<{ record: ProcessRecord; end: () => void }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('spawn', resolve));
  return { record: recordOf(child.pid as number), end: () => void child.kill('SIGKILL') };
}

describe('the lock of a data folder', () => {
  it('is free again once it is released', async () => {
    const first = await takeLock({ run }, 3000);
    first.release();
    (await takeLock({ run }, 3000)).release();
    expect(readdirSync(run)).toEqual([]);
  });

  it('refuses a second start while one runs, and says where the first one is', async () => {
    const runner = await livingProcess();
    leaveLock(runner.record);
    await expect(takeLock({ run }, 3000)).rejects.toThrow(
      `The shop already runs at http://localhost:3000 (process ${runner.record.pid}).`,
    );
    runner.end();
  });

  it('is taken over from a runner that was killed', async () => {
    const runner = await livingProcess();
    runner.end();
    leaveLock({ ...runner.record, pid: 2 ** 22 - 3 });
    (await takeLock({ run }, 3000)).release();
  });

  it('is taken over where another program got the number of the runner', async () => {
    const other = await livingProcess();
    leaveLock({ pid: other.record.pid, born: 'long ago' });
    (await takeLock({ run }, 3000)).release();
    other.end();
  });

  it('is taken over from half a file', async () => {
    writeFileSync(join(run, 'runner.lock'), '{"runner":');
    (await takeLock({ run }, 3000)).release();
  });

  it('waits for a runner that is stopping', async () => {
    const runner = await livingProcess();
    leaveLock(runner.record, { stopping: true });
    setTimeout(runner.end, 300);
    (await takeLock({ run }, 3000)).release();
  });

  it('says that it waits, and waits no longer once the start is given up', async () => {
    const runner = await livingProcess();
    leaveLock(runner.record, { stopping: true });
    const givenUp = new AbortController();
    const said: string[] = [];
    const step = (name: string): ((result: string) => void) => {
      said.push(name);
      givenUp.abort();
      return (result) => void said.push(result);
    };
    await expect(
      takeLock({ run }, 3000, { reporter: { ...quietReporter, step }, signal: givenUp.signal }),
    ).rejects.toThrow('aborted');
    expect(said).toEqual([`Waiting for the shop that is stopping (process ${runner.record.pid})`, 'not finished']);
    runner.end();
  });

  it('waits for a runner whose npm is gone', async () => {
    const runner = await livingProcess();
    leaveLock(runner.record, { npm: { pid: 2 ** 22 - 3, born: '1' } });
    setTimeout(runner.end, 300);
    (await takeLock({ run }, 3000)).release();
  });

  it('is taken over from one that was killed while it took it over', async () => {
    const dead = { pid: 2 ** 22 - 3, born: '1' };
    leaveLock(dead);
    await killedBeforeItReplaces();
    const claims = (): string[] => readdirSync(run).filter((name) => name.includes('.after-'));
    expect(claims()).toHaveLength(1);
    (await takeLock({ run }, 3000)).release();
    expect(claims()).toEqual([]);
  });

  it('goes to one of many that find it stale at the same moment', async () => {
    const starters = await Promise.all(Array.from({ length: 4 }, () => startedStarter()));
    for (let round = 0; round < ROUNDS; round++) {
      const folder = mkdtempSync(join(run, 'round-'));
      writeFileSync(
        join(folder, 'runner.lock'),
        JSON.stringify({ runner: { pid: 2 ** 22 - 3, born: '1' }, port: 3000, stopping: false }),
      );
      const at = Date.now() + 15;
      const outcomes = await Promise.all(starters.map(({ tries }) => tries(folder, at)));
      expect(outcomes.sort()).toEqual(['refused', 'refused', 'refused', 'took it']);
      expect(readdirSync(folder)).toEqual(['runner.lock']);
    }
    for (const { end } of starters) end();
  }, 30_000);
});

/** Starters that only move a stale lock aside make two holders in one round of some four hundred. */
const ROUNDS = 100;
const RUN_RECORD = JSON.stringify(join(import.meta.dirname, 'run-record.ts'));

/** A process that tries to take the lock of a folder at a given time (ms since 1970), and holds what it took until it is ended. */
async function startedStarter(): Promise<{ tries: (folder: string, at: number) => Promise<string>; end: () => void }> {
  const script = `import { createInterface } from 'node:readline';
    import { takeLock } from ${RUN_RECORD};
    console.log('here');
    for await (const line of createInterface({ input: process.stdin })) {
      const { run, at } = JSON.parse(line);
      while (Date.now() < at);
      console.log(await takeLock({ run }, 3000).then(() => 'took it', () => 'refused'));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  await nextLine();
  return {
    tries: (folder, at) => {
      child.stdin.write(`${JSON.stringify({ run: folder, at })}\n`);
      return nextLine();
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/** A starter that dies between its claim and the lock's replacement. */
async function killedBeforeItReplaces(): Promise<void> {
  const script = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    fs.renameSync = () => process.kill(process.pid, 'SIGKILL');
    syncBuiltinESMExports();
    const { takeLock } = await import(${RUN_RECORD});
    await takeLock({ run: ${JSON.stringify(run)} }, 3000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  await new Promise((resolve) => child.once('close', resolve));
  expect(child.signalCode).toBe('SIGKILL');
}
