import { DomainError } from '@shop/contracts-common';
import { PermanentJobError } from './define-job.js';
import { toJobOutcome } from './job-outcome.js';
import { OutageError } from './outage.js';
import { JobInterrupted } from './worker/index.js';

const definition = { maxAttempts: 3, retryDelaysMs: [1_000, 10_000] };
const outcomeOf = (error: unknown, job = { attempt: 1, outages: 0 }, reason?: Error) =>
  toJobOutcome(error, { signal: reason ? AbortSignal.abort(reason) : new AbortController().signal }, job, definition);
const codeError = (code: string) => Object.assign(new Error('lost'), { code });

describe('a failed job', () => {
  it('runs again after growing pauses until its last attempt', () => {
    expect(outcomeOf(new Error('no'))).toMatchObject({ kind: 'again', reason: 'no', attempt: 2, outages: 0 });
    const { delayMs } = outcomeOf(new Error('no'), { attempt: 2, outages: 4 }) as { delayMs: number };
    expect(delayMs).toBeGreaterThanOrEqual(7_500);
    expect(delayMs).toBeLessThanOrEqual(12_500);
    expect(outcomeOf(new Error('no'), { attempt: 3, outages: 0 })).toEqual({ kind: 'dead', reason: 'after 3: no' });
    expect(outcomeOf(new PermanentJobError('never'))).toEqual({ kind: 'dead', reason: 'after 1: never' });
  });

  it.each([
    new OutageError('mail server down'),
    new DomainError('SERVICE_BUSY', 'unavailable', 'busy'),
    codeError('ECONNREFUSED'),
    codeError('57P01'),
    codeError('53300'),
    codeError('3D000'),
    new Error('Connection terminated unexpectedly'),
  ])('keeps its attempt after an outage: %s', (error) => {
    expect(outcomeOf(error, { attempt: 3, outages: 2 })).toMatchObject({ kind: 'again', attempt: 3, outages: 3 });
  });

  it('waits longer with each outage in a row, at most half a minute, or as long as the error says', () => {
    const delayAfter = (outages: number) =>
      (outcomeOf(codeError('EPIPE'), { attempt: 1, outages }) as { delayMs: number }).delayMs;
    expect(delayAfter(0)).toBeLessThanOrEqual(250);
    expect(delayAfter(50)).toBeGreaterThanOrEqual(22_500);
    expect(delayAfter(50)).toBeLessThanOrEqual(37_500);
    expect(outcomeOf(new OutageError('full', { retryAfterMs: 5 }))).toMatchObject({ delayMs: 5 });
  });

  it('names the timeout instead of its consequence, and keeps its attempt after an interruption', () => {
    expect(outcomeOf(new Error('aborted'), undefined, new Error('Timeout after 5 ms'))).toMatchObject({
      reason: 'Timeout after 5 ms',
      attempt: 2,
    });
    expect(outcomeOf(new Error('aborted'), undefined, new JobInterrupted('stop'))).toMatchObject({
      kind: 'again',
      attempt: 1,
      delayMs: 0,
    });
  });
});
