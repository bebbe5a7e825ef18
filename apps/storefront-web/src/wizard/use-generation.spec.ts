import { jest } from '@jest/globals';
import type { Progress } from '@shop/contracts-art';
import { stubEventSource } from '../testing/browser-stubs.js';
import { subscribeToProgress } from './use-generation.js';

afterEach(() => void jest.useRealTimers());

describe('subscribeToProgress', () => {
  it('ignores malformed and invalid events', () => {
    const stream = stubEventSource();
    const received: Progress[] = [];
    subscribeToProgress('key', (progress) => received.push(progress));
    stream.opened[0]?.emit('progress', '{broken');
    stream.opened[0]?.emit('progress', { percent: 400, stage: 'x' });
    stream.opened[0]?.emit('progress', { percent: 60, stage: 'Drawing' });
    expect(received).toEqual([{ percent: 60, stage: 'Drawing' }]);
  });
});
