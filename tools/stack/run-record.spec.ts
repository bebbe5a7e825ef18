import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProcessRecord, recordOf } from './processes.ts';
import { quietReporter } from './reporter.ts';
import { takeLock } from './run-record.ts';

let run: string;
beforeEach(() => (run = mkdtempSync(join(tmpdir(), 'shop-lock-'))));
afterEach(() => rmSync(run, { recursive: true }));

const leaveLock = (runner: ProcessRecord, rest = {}): void => writeFileSync(join(run, 'runner.lock'), JSON.stringify({ runner, port: 3000, stopping: false, ...rest }));

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
    await expect(takeLock({ run }, 3000)).rejects.toThrow(`The shop already runs at http://localhost:3000 (process ${runner.record.pid}).`);
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
    await expect(takeLock({ run }, 3000, { reporter: { ...quietReporter, step }, signal: givenUp.signal })).rejects.toThrow('aborted');
    expect(said).toEqual([`Waiting for the shop that is stopping (process ${runner.record.pid})`, 'not finished']);
    runner.end();
  });

  it('waits for a runner whose npm is gone', async () => {
    const runner = await livingProcess();
    leaveLock(runner.record, { npm: { pid: 2 ** 22 - 3, born: '1' } });
    setTimeout(runner.end, 300);
    (await takeLock({ run }, 3000)).release();
  });

  it('goes to one of many that find it stale at the same moment', async () => {
    leaveLock({ pid: 2 ** 22 - 3, born: '1' });
    const script = `import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'run-record.ts'))};
      await takeLock({ run: ${JSON.stringify(run)} }, 3000).then(() => { console.log('took it'); setTimeout(() => {}, 1500); }, () => console.log('refused'));`;
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => outputOf(script)));
    expect(outcomes.sort()).toEqual(['refused', 'refused', 'refused', 'took it']);
    expect(existsSync(join(run, 'runner.lock'))).toBe(true);
  }, 30_000);
});

function outputOf(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', () => resolve(output.trim())));
}
