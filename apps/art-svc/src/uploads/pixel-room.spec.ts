import { PixelRoom } from './pixel-room.js';

describe('the room for pixels', () => {
  const room = new PixelRoom(50);

  /** Which of them are inside, and how to end each. */
  function guests(...sizes: number[]): { inside: number[]; leave: (index: number) => Promise<void> } {
    const inside: number[] = [];
    const ends: (() => void)[] = [];
    const stays = sizes.map((pixels, index) =>
      room.within(pixels, () => {
        inside.push(index);
        return new Promise<void>((resolve) => (ends[index] = resolve));
      }),
    );
    return {
      inside,
      leave: async (index) => {
        ends[index]?.();
        await stays[index];
        await new Promise(setImmediate);
      },
    };
  }
  const entered = (): Promise<unknown> => new Promise(setImmediate);

  it('takes pictures in as long as their pixels fit, in turn, and the next as soon as one leaves', async () => {
    const { inside, leave } = guests(20, 20, 20, 5);
    await entered();
    expect(inside).toEqual([0, 1]);
    await leave(0);
    expect(inside).toEqual([0, 1, 2, 3]);
    for (const index of [1, 2, 3]) await leave(index);
  });

  it('takes one that is larger than itself in when it is alone', async () => {
    const { inside, leave } = guests(10, 80, 10);
    await entered();
    expect(inside).toEqual([0]);
    await leave(0);
    expect(inside).toEqual([0, 1]);
    await leave(1);
    expect(inside).toEqual([0, 1, 2]);
    await leave(2);
  });

  it('is left by those whose work fails', async () => {
    await expect(room.within(50, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
    expect(await room.within(50, async () => 'next')).toBe('next');
  });
});
