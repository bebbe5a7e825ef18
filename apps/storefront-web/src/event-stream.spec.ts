import { jest } from '@jest/globals';
import * as z from 'zod/mini';
import { subscribeToEvents } from './event-stream.js';
import { stubEventSource } from './testing/stub-event-source.js';

const follow = (given: Partial<Parameters<typeof subscribeToEvents<z.ZodMiniNumber>>[0]> = {}) =>
  subscribeToEvents({
    address: '/news',
    event: 'number',
    schema: z.number(),
    onEvent: () => undefined,
    retryDelayMs: (refusals) => 1_000 * refusals,
    ...given,
  });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('following a stream', () => {
  it('waits longer after each refusal in a row, and starts anew once it was open', () => {
    const streams = stubEventSource();
    const stop = follow();
    streams.opened[0]!.refuse();
    jest.advanceTimersByTime(1_000);
    streams.opened[1]!.refuse();
    jest.advanceTimersByTime(1_999);
    expect(streams.opened).toHaveLength(2);
    jest.advanceTimersByTime(1);
    streams.opened[2]!.connect();
    streams.opened[2]!.refuse();
    jest.advanceTimersByTime(1_000);
    expect(streams.opened).toHaveLength(4);
    stop();
  });

  it('leaves a lost connection to the browser, and tells of it', () => {
    const streams = stubEventSource();
    const heard: boolean[] = [];
    const stop = follow({ onConnectionChange: (isOpen) => heard.push(isOpen) });
    streams.opened[0]!.connect();
    streams.opened[0]!.lose();
    jest.advanceTimersByTime(60_000);
    streams.opened[0]!.connect();
    expect(heard).toEqual([true, false, true]);
    expect(streams.opened).toHaveLength(1);
    stop();
  });
});
