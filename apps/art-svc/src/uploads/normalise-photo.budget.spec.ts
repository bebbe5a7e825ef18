import { UPLOAD_MAX_PIXELS_IN_MEMORY } from '@shop/contracts/art';
import { withinPixelBudget } from './normalise-photo.js';

describe('withinPixelBudget', () => {
  const PERCENT = UPLOAD_MAX_PIXELS_IN_MEMORY / 100;

  /** Starts pictures of these sizes, in percent of the budget; `running` lists those that were admitted. */
  function startPictures(...sizes: number[]): { running: number[]; finish: (index: number) => Promise<void> } {
    const running: number[] = [];
    const finishWork: (() => void)[] = [];
    const results = sizes.map((percent, index) =>
      withinPixelBudget(percent * PERCENT, () => {
        running.push(index);
        return new Promise<void>((resolve) => (finishWork[index] = resolve));
      }),
    );
    return {
      running,
      finish: async (index) => {
        finishWork[index]?.();
        await results[index];
        await new Promise(setImmediate);
      },
    };
  }
  const nextTick = (): Promise<unknown> => new Promise(setImmediate);

  it('admits pictures in order while their pixels fit, and the next when one finishes', async () => {
    const { running, finish } = startPictures(40, 40, 40, 10);
    await nextTick();
    expect(running).toEqual([0, 1]);
    await finish(0);
    expect(running).toEqual([0, 1, 2, 3]);
    for (const index of [1, 2, 3]) await finish(index);
  });

  it('admits a picture above the budget when nothing else runs', async () => {
    const { running, finish } = startPictures(20, 160, 20);
    await nextTick();
    expect(running).toEqual([0]);
    await finish(0);
    expect(running).toEqual([0, 1]);
    await finish(1);
    expect(running).toEqual([0, 1, 2]);
    await finish(2);
  });

  it('releases the pixels of failed work', async () => {
    await expect(withinPixelBudget(100 * PERCENT, () => Promise.reject(new Error('damaged')))).rejects.toThrow(
      'damaged',
    );
    expect(await withinPixelBudget(100 * PERCENT, async () => 'next')).toBe('next');
  });
});
