import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { runStep } from './run-step.ts';
import { RESULTS } from './steps.ts';

const PATIENCE = { silentMs: 2_000, graceMs: 500 };
const WAITS = 'setInterval(() => undefined, 1000)';
const names: string[] = [];

/** A step of a test run that runs these words, and all that was said of it. */
async function outcomeOf(
  words: string,
  env?: NodeJS.ProcessEnv,
): Promise<{ succeeded: boolean; failed: number; said: string }> {
  const name = `spec-${names.length}-of-run-step`;
  names.push(name);
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const { succeeded, counts } = await runStep({ name, args: ['-e', words], env }, process.env, PATIENCE);
  const said = log.mock.calls.flat().join('\n');
  log.mockRestore();
  return { succeeded, failed: counts.failed, said };
}

describe('a step of the test run', () => {
  beforeAll(() => mkdirSync(RESULTS, { recursive: true }));
  afterAll(() => names.forEach((name) => rmSync(join(RESULTS, `${name}.log`), { force: true })));

  it('is silent about what it printed where it succeeds', async () => {
    const { succeeded, said } = await outcomeOf('console.log("all is well")');
    expect([succeeded, said]).toEqual([true, expect.not.stringContaining('all is well')]);
  });

  it('shows what it printed where it fails', async () => {
    expect(await outcomeOf('console.error("that went wrong"); process.exit(3)')).toEqual({
      succeeded: false,
      failed: 1,
      said: expect.stringMatching(/that went wrong[^]*ended with code 3/),
    });
  });

  it('has the variables of the run, and its own above them', async () => {
    expect(
      await outcomeOf("if (!process.env.PATH || process.env.GOGC !== '400') process.exit(1)", { GOGC: '400' }),
    ).toMatchObject({ succeeded: true });
  });

  it('is stopped where it hangs, and named', async () => {
    expect(await outcomeOf(`console.log("waits for ever"); ${WAITS}`)).toEqual({
      succeeded: false,
      failed: 1,
      said: expect.stringMatching(/waits for ever[^]*hung: it was stopped after 2 s without a word[^]*SIGTERM/),
    });
  });

  it('may take as long as it goes on to tell of itself', async () => {
    const { succeeded, said } = await outcomeOf(
      'let told = 0; const timer = setInterval(() => { console.log(told); if (++told === 12) clearInterval(timer); }, 250)',
    );
    expect([succeeded, said]).toEqual([true, expect.not.stringContaining('hung')]);
  });

  it('is made to end where it does not listen, also while something it started goes on', async () => {
    const deaf = `process.on('SIGTERM', () => undefined); require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 20000)'], { stdio: 'inherit' }); ${WAITS}`;
    expect(await outcomeOf(deaf)).toMatchObject({ succeeded: false, said: expect.stringContaining('SIGKILL') });
  });
});
