import { jest } from '@jest/globals';
import * as z from 'zod/mini';
import { subscribeToEvents } from './event-stream.js';
import { setVisibility, stubEventSource } from './testing/browser-stubs.js';

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
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

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

  const listOpen = (streams: ReturnType<typeof stubEventSource>) =>
    streams.opened.filter(({ readyState }) => readyState !== streams.CLOSED);

  it('holds no stream in a hidden tab and opens one when the tab is visible again', () => {
    const streams = stubEventSource();
    const connectionStates: boolean[] = [];
    const events: number[] = [];
    const close = subscribe({
      onConnectionChange: (isOpen) => connectionStates.push(isOpen),
      onEvent: (event) => events.push(event),
    });
    streams.opened[0]!.connect();
    setVisibility('hidden');
    expect(listOpen(streams)).toEqual([]);
    setVisibility('visible');
    expect(listOpen(streams)).toHaveLength(1);
    streams.opened[1]!.connect();
    streams.opened[1]!.emit('number', 7);
    expect(connectionStates).toEqual([true, false, true]);
    expect(events).toEqual([7]);
    close();
  });

  it('opens none in a tab that was opened in the background, until it is visible', () => {
    const streams = stubEventSource();
    setVisibility('hidden');
    const close = subscribe();
    expect(streams.opened).toEqual([]);
    setVisibility('visible');
    expect(listOpen(streams)).toHaveLength(1);
    close();
  });

  it('does not retry a rejected stream in a hidden tab, and opens only one afterwards', () => {
    const streams = stubEventSource();
    const close = subscribe();
    streams.opened[0]!.reject();
    setVisibility('hidden');
    jest.advanceTimersByTime(60_000);
    expect(streams.opened).toHaveLength(1);
    setVisibility('visible');
    jest.advanceTimersByTime(60_000);
    expect(streams.opened).toHaveLength(2);
    close();
  });

  it.each([
    ['ended', (_: () => void, end: () => void) => end()],
    ['was left', (close: () => void) => close()],
  ])('opens none again after the stream %s', (_, stop) => {
    const streams = stubEventSource();
    const close = subscribe({ endEventTypes: ['done'] });
    stop(close, () => streams.opened[0]!.emit('done'));
    setVisibility('hidden');
    setVisibility('visible');
    expect(listOpen(streams)).toEqual([]);
    close();
  });
});
