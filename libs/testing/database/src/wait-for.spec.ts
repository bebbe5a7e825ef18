import { setTimeout as delay } from 'node:timers/promises';
import { expectTrueWithin } from './wait-for.js';

describe('expectTrueWithin', () => {
  it('accepts a check that started in time, however long it takes', async () => {
    await expectTrueWithin(20, async () => {
      await delay(60);
      return true;
    });
  });

  it('repeats the check until it is true', async () => {
    let checks = 0;
    await expectTrueWithin(10_000, async () => (checks += 1) === 3);
    expect(checks).toBe(3);
  });

  it('rejects only after a check that started too late and is false', async () => {
    let checks = 0;
    const never = async (): Promise<boolean> => {
      checks += 1;
      await delay(60);
      return false;
    };
    await expect(expectTrueWithin(50, never)).rejects.toThrow(
      /^The condition is still false after \d+ ms\. The limit is 50 ms\.$/,
    );
    expect(checks).toBe(2);
  });
});
