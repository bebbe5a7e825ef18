import { isDomainError } from '@shop/contracts-common';
import { assertQueueHasRoom, computeWaitMs, type QueueLoad } from './queue-wait.rules.js';

const DEADLINE_MS = 90_000;
const createLoad = (change: Partial<QueueLoad>): QueueLoad => ({
  unfinishedDrawings: 0,
  workerSlots: 2,
  meanDrawingMs: 10_000,
  ...change,
});

function findError(change: Partial<QueueLoad>, deadlineMs = DEADLINE_MS) {
  try {
    assertQueueHasRoom(createLoad(change), deadlineMs);
    return null;
  } catch (error) {
    return isDomainError(error)
      ? { kind: error.kind, message: error.message, retryAfterSeconds: error.options.retryAfterSeconds }
      : error;
  }
}

describe('computeWaitMs', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 10_000],
    [3, 10_000],
    [4, 20_000],
    [17, 80_000],
  ])('with %i unfinished drawings and two worker slots is %i ms', (unfinishedDrawings, expected) =>
    expect(computeWaitMs(createLoad({ unfinishedDrawings }))).toBe(expected),
  );

  it('is shorter with more worker slots, and assumes one when none is known', () => {
    expect(
      [0, 1, 2, 4, 8, 16].map((workerSlots) => computeWaitMs(createLoad({ unfinishedDrawings: 8, workerSlots }))),
    ).toEqual([80_000, 80_000, 40_000, 20_000, 10_000, 0]);
  });

  it('uses the wizard’s estimate before the first drawing', () => {
    expect(computeWaitMs(createLoad({ unfinishedDrawings: 4, meanDrawingMs: null }))).toBe(30_000);
  });
});

describe('assertQueueHasRoom', () => {
  it('accepts a drawing that can be drawn within the deadline', () => {
    const accepted = Array.from({ length: 40 }, (_, unfinishedDrawings) => findError({ unfinishedDrawings }) === null);
    expect(accepted.indexOf(false)).toBe(18);
    expect(accepted.slice(18)).not.toContain(true);
  });

  it('accepts a drawing while a worker slot is free, even if drawings take longer than the deadline', () => {
    expect(findError({ unfinishedDrawings: 1, meanDrawingMs: 10 * DEADLINE_MS })).toBeNull();
    expect(findError({}, 1)).toBeNull();
  });

  it.each([
    [{ unfinishedDrawings: 2, meanDrawingMs: 12_400 }, 20_000, 13, '20 seconds of work are'],
    [{ unfinishedDrawings: 2, meanDrawingMs: 50_000 }, 60_000, 50, '50 seconds of work are'],
    [{ unfinishedDrawings: 2, meanDrawingMs: 50_001 }, 60_000, 51, '1 minute of work is'],
    [{ unfinishedDrawings: 18 }, DEADLINE_MS, 90, '2 minutes of work are'],
    [{ unfinishedDrawings: 25 }, DEADLINE_MS, 120, '2 minutes of work are'],
    [{ unfinishedDrawings: 240 }, DEADLINE_MS, 1200, '20 minutes of work are'],
  ])('rejects with the amount of waiting work: %j', (given, deadlineMs, retryAfterSeconds, words) => {
    expect(findError(given, deadlineMs)).toEqual({
      kind: 'unavailable',
      retryAfterSeconds,
      message: `The art studio is very busy: about ${words} waiting. Please try again then.`,
    });
  });
});
