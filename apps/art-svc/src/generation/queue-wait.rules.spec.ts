import { isDomainError } from '@shop/contracts/common';
import { assertInTime, waitMsOf, type QueueLoad } from './queue-wait.rules.js';

const DEADLINE_MS = 90_000;
const load = (given: Partial<QueueLoad>): QueueLoad => ({ unfinished: 0, easels: 2, meanDrawingMs: 10_000, ...given });

function refusalOf(given: Partial<QueueLoad>, deadlineMs = DEADLINE_MS) {
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
  ])('behind %i unfinished ones at two easels is %i ms', (unfinished, expected) =>
    expect(waitMsOf(load({ unfinished }))).toBe(expected),
  );

  it('is shorter the more easels there are, and counted with one where none is known', () => {
    expect([0, 1, 2, 4, 8, 16].map((easels) => waitMsOf(load({ unfinished: 8, easels })))).toEqual([
      80_000, 80_000, 40_000, 20_000, 10_000, 0,
    ]);
  });

  it('is guessed by what the wizard says while nothing was drawn yet', () => {
    expect(waitMsOf(load({ unfinished: 4, meanDrawingMs: null }))).toBe(30_000);
  });
});

describe('a call to draw', () => {
  it('is taken as long as it can be served within the deadline, and not beyond', () => {
    const taken = Array.from({ length: 40 }, (_, unfinished) => refusalOf({ unfinished }) === null);
    expect(taken.indexOf(false)).toBe(18);
    expect(taken.slice(18)).not.toContain(true);
  });

  it('is taken where an easel is free, even if drawings take longer than the deadline', () => {
    expect(refusalOf({ unfinished: 1, meanDrawingMs: 10 * DEADLINE_MS })).toBeNull();
    expect(refusalOf({}, 1)).toBeNull();
  });

  it.each([
    [{ unfinished: 2, meanDrawingMs: 12_400 }, 20_000, 13, '20 seconds of work are'],
    [{ unfinished: 2, meanDrawingMs: 50_000 }, 60_000, 50, '50 seconds of work are'],
    [{ unfinished: 2, meanDrawingMs: 50_001 }, 60_000, 51, '1 minute of work is'],
    [{ unfinished: 18 }, DEADLINE_MS, 90, '2 minutes of work are'],
    [{ unfinished: 25 }, DEADLINE_MS, 120, '2 minutes of work are'],
    [{ unfinished: 240 }, DEADLINE_MS, 1200, '20 minutes of work are'],
  ])('hears how much is waiting: %j', (given, deadlineMs, retryAfterSeconds, words) => {
    expect(refusalOf(given, deadlineMs)).toEqual({
      kind: 'unavailable',
      retryAfterSeconds,
      sentence: `The art studio is very busy: about ${words} waiting. Please try again then.`,
    });
  });
});
