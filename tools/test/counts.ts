import { readFileSync } from 'node:fs';
import type { Step } from './steps.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export const sum = (all: Counts[]): Counts =>
  all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    NONE,
  );

interface JestCounts {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

interface PlaywrightCounts {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** What a step counted. A step that failed without naming a failed test is one failure itself. */
export function countsOf(step: Step, succeeded: boolean): Counts {
  const counted = step.counts ? readCounts(step.counts) : NONE;
  return succeeded || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

function readCounts({ file, by }: NonNullable<Step['counts']>): Counts {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return by === 'jest' ? ofJest(content as JestCounts) : ofPlaywright(content as PlaywrightCounts);
  } catch {
    return NONE;
  }
}

function ofJest({ numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }: JestCounts): Counts {
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests };
}

function ofPlaywright({ stats }: PlaywrightCounts): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
