import { PixelBudget } from './pixel-budget.js';

describe('PixelBudget', () => {
  const budget = new PixelBudget(50);

  /** Starts pictures of these sizes; `running` lists those that were admitted. */
  function startPictures(...sizes: number[]): { running: number[]; finish: (index: number) => Promise<void> } {
    const running: number[] = [];
    const finishWork: (() => void)[] = [];
    const results = sizes.map((pixels, index) =>
      budget.runWithin(pixels, () => {
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
    const { running, finish } = startPictures(20, 20, 20, 5);
    await nextTick();
    expect(running).toEqual([0, 1]);
    await finish(0);
    expect(running).toEqual([0, 1, 2, 3]);
    for (const index of [1, 2, 3]) await finish(index);
  });

  it('admits a picture above the budget when nothing else runs', async () => {
    const { running, finish } = startPictures(10, 80, 10);
    await nextTick();
    expect(running).toEqual([0]);
    await finish(0);
    expect(running).toEqual([0, 1]);
    await finish(1);
    expect(running).toEqual([0, 1, 2]);
    await finish(2);
  });

  it('releases the pixels of failed work', async () => {
    await expect(budget.runWithin(50, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
    expect(await budget.runWithin(50, async () => 'next')).toBe('next');
  });
});
