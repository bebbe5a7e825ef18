import { jest } from '@jest/globals';
import type { Progress } from '@shop/contracts/art';
import { stubEventSource } from '../testing/browser-stubs.js';
import { subscribeToProgress } from './use-generation.js';

afterEach(() => void jest.useRealTimers());

describe('subscribeToProgress', () => {
  it('opens the stream again while the job is not registered yet', () => {
    jest.useFakeTimers();
    const stream = stubEventSource();
    const stop = subscribeToProgress('key', () => undefined);
    stream.opened[0]?.reject();
    jest.advanceTimersByTime(1_000);
    expect(stream.opened).toHaveLength(2);
    stop();
  });

  it('does not reconnect after it was stopped', () => {
    jest.useFakeTimers();
    const stream = stubEventSource();
    const stop = subscribeToProgress('key', () => undefined);
    stream.opened[0]?.reject();
    stop();
    jest.advanceTimersByTime(10_000);
    expect(stream.opened).toHaveLength(1);
  });

  it('ignores malformed and invalid events', () => {
    const stream = stubEventSource();
    const received: Progress[] = [];
    subscribeToProgress('key', (progress) => received.push(progress));
    stream.opened[0]?.emit('progress', '{broken');
    stream.opened[0]?.emit('progress', { percent: 400, stage: 'x' });
    stream.opened[0]?.emit('progress', { percent: 60, stage: 'Drawing' });
    expect(received).toEqual([{ percent: 60, stage: 'Drawing' }]);
  });

  it('closes the stream when the generation ends', () => {
    const stream = stubEventSource();
    subscribeToProgress('key', () => undefined);
    stream.opened[0]?.emit('done');
    expect(stream.opened[0]?.readyState).toBe(stream.CLOSED);
  });
});
