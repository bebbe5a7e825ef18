import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { eventually } from '../stack/test/eventually.ts';
import { runStep } from './run-step.ts';
import { RESULTS } from './steps.ts';

const PATIENCE = { silentMs: 2_000, graceMs: 500 };
const WAITS = 'setInterval(() => undefined, 1000)';
const names: string[] = [];

/** A step of a test run that runs these words, and all that was said of it. */
async function outcomeOf(words: string, env?: NodeJS.ProcessEnv): Promise<{ succeeded: boolean; failed: number; said: string }> {
  const name = `spec-${names.length}-of-run-step`;
  names.push(name);
  rmSync(join(RESULTS, `${name}.log`), { force: true }); // of a run that was cut off
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const { succeeded, counts } = await runStep({ name, args: ['-e', words], env }, process.env, PATIENCE);
  const said = log.mock.calls.flat().join('\n');
  log.mockRestore();
  return { succeeded, failed: counts.failed, said };
}

/** Resolves with the match once the newest step has said it, and was heard. */
function hasSaid(what: RegExp): Promise<RegExpExecArray> {
  const file = join(RESULTS, `${names.at(-1)}.log`);
  return eventually(String(what), () => (existsSync(file) ? what.exec(readFileSync(file, 'utf8')) : null), 120_000);
}

describe('a step of the test run', () => {
  beforeAll(() => mkdirSync(RESULTS, { recursive: true }));
  // Its patience runs out where a test says so, not while a slow machine takes its time to the first word.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance', 'hrtime'] }));
  afterEach(() => void jest.useRealTimers());
  afterAll(() => names.forEach((name) => rmSync(join(RESULTS, `${name}.log`), { force: true })));

  it('is silent about what it printed where it succeeds', async () => {
    const { succeeded, said } = await outcomeOf('console.log("all is well")');
    expect([succeeded, said]).toEqual([true, expect.not.stringContaining('all is well')]);
  });

  it('shows what it printed where it fails', async () => {
    expect(await outcomeOf('console.error("that went wrong"); process.exit(3)')).toEqual({ succeeded: false, failed: 1, said: expect.stringMatching(/that went wrong[^]*ended with code 3/) });
  });

  it('has the variables of the run, and its own above them', async () => {
    expect(await outcomeOf("if (!process.env.PATH || process.env.GOGC !== '400') process.exit(1)", { GOGC: '400' })).toMatchObject({ succeeded: true });
  });

  it('is stopped where it hangs, and named', async () => {
    const outcome = outcomeOf(`console.log("waits for ever"); ${WAITS}`);
    await hasSaid(/waits for ever/);
    jest.advanceTimersByTime(PATIENCE.silentMs);
    expect(await outcome).toEqual({ succeeded: false, failed: 1, said: expect.stringMatching(/waits for ever[^]*hung: it was stopped after 2 s without a word[^]*SIGTERM/) });
  });

  it('may take as long as it goes on to tell of itself', async () => {
    const outcome = outcomeOf(`let told = 0; const timer = ${WAITS}; process.on('SIGUSR2', () => { console.log('told', ++told); if (told === 3) clearInterval(timer); }); console.log('process', process.pid)`);
    const [, pid] = await hasSaid(/process (\d+)\n/);
    for (let told = 1; told <= 3; told += 1) {
      jest.advanceTimersByTime(PATIENCE.silentMs - 1);
      process.kill(Number(pid), 'SIGUSR2');
      await hasSaid(new RegExp(`told ${told}`));
    }
    const { succeeded, said } = await outcome;
    expect([succeeded, said]).toEqual([true, expect.not.stringContaining('hung')]);
  });

  it('is made to end where it does not listen, also while something it started goes on', async () => {
    const deaf = `process.on('SIGTERM', () => console.log('stays')); require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 20000)'], { stdio: 'inherit' }); console.log('is here'); ${WAITS}`;
    const outcome = outcomeOf(deaf);
    await hasSaid(/is here/);
    jest.advanceTimersByTime(PATIENCE.silentMs);
    await hasSaid(/stays/);
    jest.advanceTimersByTime(PATIENCE.graceMs);
    expect(await outcome).toMatchObject({ succeeded: false, said: expect.stringContaining('SIGKILL') });
  });
});
