import { isDomainError } from '@shop/contracts/common';
import { assertInTime, waitMsOf, type QueueLoad } from './queue-wait.rules.js';

const DEADLINE_MS = 90_000;
const load = (given: Partial<QueueLoad>): QueueLoad => ({ unfinished: 0, easels: 2, meanDrawingMs: 10_000, ...given });

function errorOf(given: Partial<QueueLoad>, deadlineMs = DEADLINE_MS) {
  try {
    assertInTime(load(given), deadlineMs);
    return null;
  } catch (error) {
    return isDomainError(error)
      ? { kind: error.kind, sentence: error.sentence, retryAfterSeconds: error.extra.retryAfterSeconds }
      : error;
  }
}

describe('the wait for an artwork', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 10_000],
    [3, 10_000],
    [4, 20_000],
    [17, 80_000],
  ])('behind %i unfinished ones with two worker slots is %i ms', (unfinished, expected) =>
    expect(waitMsOf(load({ unfinished }))).toBe(expected),
  );

  it('is shorter with more worker slots, and counts one where none is known', () => {
    expect([0, 1, 2, 4, 8, 16].map((easels) => waitMsOf(load({ unfinished: 8, easels })))).toEqual([
      80_000, 80_000, 40_000, 20_000, 10_000, 0,
    ]);
  });

  it('is estimated as the wizard says before anything was drawn', () => {
    expect(waitMsOf(load({ unfinished: 4, meanDrawingMs: null }))).toBe(30_000);
  });
});

describe('a call to draw', () => {
  it('is accepted as long as it can be served within the deadline', () => {
    const taken = Array.from({ length: 40 }, (_, unfinished) => errorOf({ unfinished }) === null);
    expect(taken.indexOf(false)).toBe(18);
    expect(taken.slice(18)).not.toContain(true);
  });

  it('is accepted where a worker slot is free, even if drawings take longer than the deadline', () => {
    expect(errorOf({ unfinished: 1, meanDrawingMs: 10 * DEADLINE_MS })).toBeNull();
    expect(errorOf({}, 1)).toBeNull();
  });

  it.each([
    [{ unfinished: 2, meanDrawingMs: 12_400 }, 20_000, 13, '20 seconds of work are'],
    [{ unfinished: 2, meanDrawingMs: 50_000 }, 60_000, 50, '50 seconds of work are'],
    [{ unfinished: 2, meanDrawingMs: 50_001 }, 60_000, 51, '1 minute of work is'],
    [{ unfinished: 18 }, DEADLINE_MS, 90, '2 minutes of work are'],
    [{ unfinished: 25 }, DEADLINE_MS, 120, '2 minutes of work are'],
    [{ unfinished: 240 }, DEADLINE_MS, 1200, '20 minutes of work are'],
  ])('is answered with how much is waiting: %j', (given, deadlineMs, retryAfterSeconds, words) => {
    expect(errorOf(given, deadlineMs)).toEqual({
      kind: 'unavailable',
      retryAfterSeconds,
      sentence: `The art studio is very busy: about ${words} waiting. Please try again then.`,
    });
  });
});
