import { setTimeout as delay } from 'node:timers/promises';
import { expectTrueWithin } from './expect-true-within.js';

describe('a promise of time', () => {
  it('is kept by what was asked for in time, however late its answer comes', async () => {
    await expectTrueWithin(20, async () => {
      await delay(60);
      return true;
    });
  });

  it('is asked about again until it is kept', async () => {
    let asked = 0;
    await expectTrueWithin(10_000, async () => (asked += 1) === 3);
    expect(asked).toBe(3);
  });

  it('is broken by an answer that was asked for too late, not by an earlier one', async () => {
    let asked = 0;
    const never = async (): Promise<boolean> => {
      asked += 1;
      await delay(60);
      return false;
    };
    await expect(expectTrueWithin(50, never)).rejects.toThrow(
      /^Asked for after \d+ ms it is still not so; 50 ms are promised$/,
    );
    expect(asked).toBe(2);
  });
});
