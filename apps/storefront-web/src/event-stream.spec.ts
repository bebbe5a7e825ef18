import { jest } from '@jest/globals';
import * as z from 'zod/mini';
import { subscribeToEvents } from './event-stream.js';
import { stubEventSource } from './testing/stub-event-source.js';

const subscribe = (given: Partial<Parameters<typeof subscribeToEvents<z.ZodMiniNumber>>[0]> = {}) =>
  subscribeToEvents({
    url: '/numbers',
    eventType: 'number',
    schema: z.number(),
    onEvent: () => undefined,
    retryDelayMs: (rejections) => 1_000 * rejections,
    ...given,
  });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('subscribeToEvents', () => {
  it('waits longer after each rejection in a row and starts over once the stream was open', () => {
    const streams = stubEventSource();
    const close = subscribe();
    streams.opened[0]!.reject();
    jest.advanceTimersByTime(1_000);
    streams.opened[1]!.reject();
    jest.advanceTimersByTime(1_999);
    expect(streams.opened).toHaveLength(2);
    jest.advanceTimersByTime(1);
    streams.opened[2]!.connect();
    streams.opened[2]!.reject();
    jest.advanceTimersByTime(1_000);
    expect(streams.opened).toHaveLength(4);
    close();
  });

  it('leaves a lost connection to the browser and reports it', () => {
    const streams = stubEventSource();
    const connectionStates: boolean[] = [];
    const close = subscribe({ onConnectionChange: (isOpen) => connectionStates.push(isOpen) });
    streams.opened[0]!.connect();
    streams.opened[0]!.disconnect();
    jest.advanceTimersByTime(60_000);
    streams.opened[0]!.connect();
    expect(connectionStates).toEqual([true, false, true]);
    expect(streams.opened).toHaveLength(1);
    close();
  });
});
