import { jest } from '@jest/globals';
import type { Progress } from '@shop/contracts/art';
import { stubEventSource } from '../../testing/stub-event-source.js';
import { subscribeToProgress } from './subscribe-to-progress.js';

afterEach(() => void jest.useRealTimers());

describe('following a generation', () => {
  it('asks again when the job is not registered yet', () => {
    jest.useFakeTimers();
    const stream = stubEventSource();
    const stop = subscribeToProgress('key', () => undefined);
    stream.opened[0]?.refuse();
    jest.advanceTimersByTime(1_000);
    expect(stream.opened).toHaveLength(2);
    stop();
  });

  it('asks no more once it was stopped', () => {
    jest.useFakeTimers();
    const stream = stubEventSource();
    const stop = subscribeToProgress('key', () => undefined);
    stream.opened[0]?.refuse();
    stop();
    jest.advanceTimersByTime(10_000);
    expect(stream.opened).toHaveLength(1);
  });

  it('passes over what it does not understand', () => {
    const stream = stubEventSource();
    const seen: Progress[] = [];
    subscribeToProgress('key', (progress) => seen.push(progress));
    stream.opened[0]?.say('progress', '{broken');
    stream.opened[0]?.say('progress', { percent: 400, stage: 'x' });
    stream.opened[0]?.say('progress', { percent: 60, stage: 'Drawing' });
    expect(seen).toEqual([{ percent: 60, stage: 'Drawing' }]);
  });

  it('closes the stream at the end', () => {
    const stream = stubEventSource();
    subscribeToProgress('key', () => undefined);
    stream.opened[0]?.say('done');
    expect(stream.opened[0]?.readyState).toBe(stream.CLOSED);
  });
});
