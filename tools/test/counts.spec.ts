import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsOf, NONE, sum } from './counts.ts';
import type { Step } from './steps.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'shop-counts-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function stepThatWrote(by: 'jest' | 'playwright', content?: object): Step {
  const file = join(folder, `${by}.json`);
  rmSync(file, { force: true });
  if (content) writeFileSync(file, JSON.stringify(content));
  return { name: 'some ring', args: [], counts: { file, by } };
}

describe('what a step counted', () => {
  it('is what jest says; a file that could not be run is a failure', () => {
    const step = stepThatWrote('jest', {
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      numRuntimeErrorTestSuites: 1,
    });
    expect(countsOf(step, false)).toEqual({ passed: 7, failed: 2, skipped: 2 });
  });

  it('is what Playwright says; a test that passed the second time only is a failure', () => {
    const step = stepThatWrote('playwright', { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 } });
    expect(countsOf(step, false)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  });

  it('is one failure where it failed and counted none, whether or not it wrote anything', () => {
    const counted = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numRuntimeErrorTestSuites: 0 };
    expect(countsOf(stepThatWrote('jest', counted), false)).toEqual({ passed: 7, failed: 1, skipped: 0 });
    expect(countsOf(stepThatWrote('jest'), false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countsOf({ name: 'lint', args: [] }, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('is nothing where nothing is counted, and adds up', () => {
    expect(countsOf({ name: 'lint', args: [] }, true)).toEqual(NONE);
    expect(sum([{ passed: 1, failed: 2, skipped: 3 }, NONE, { passed: 4, failed: 0, skipped: 1 }])).toEqual({
      passed: 5,
      failed: 2,
      skipped: 4,
    });
  });
});
