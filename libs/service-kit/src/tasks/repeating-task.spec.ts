import { RepeatingTask } from './repeating-task.js';

const unexpected = (error: unknown): never => {
  throw error;
};

describe('RepeatingTask', () => {
  it('runs again after each interval', async () => {
    let runs = 0;
    const thrice = new Promise<void>((resolve) => {
      const task = new RepeatingTask(
        async () => {
          runs += 1;
          if (runs === 3) resolve(task.stop());
        },
        1,
        unexpected,
      );
      task.start();
    });
    await thrice;
    expect(runs).toBe(3);
  });

  it('never runs twice at the same time, and runs once more after calls during a run', async () => {
    const started: number[] = [];
    let finish: () => void = () => undefined;
    const task = new RepeatingTask(
      () =>
        new Promise((resolve) => {
          started.push(started.length);
          finish = resolve;
        }),
      60_000,
      unexpected,
    );
    task.wake();
    task.wake();
    task.wake();
    expect(started).toHaveLength(1);
    finish();
    await new Promise(setImmediate);
    expect(started).toHaveLength(2);
    finish();
    await task.stop();
    expect(started).toHaveLength(2);
  });

  it('continues after a failure and reports it', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const again = new Promise<void>((resolve) => {
      const task = new RepeatingTask(
        async () => {
          runs += 1;
          if (runs === 1) throw new Error('once');
          resolve(task.stop());
        },
        1,
        (error) => failures.push(error),
      );
      task.start();
    });
    await again;
    expect(failures).toEqual([new Error('once')]);
  });

  it('waits for the current run when it is stopped', async () => {
    let isDone = false;
    const task = new RepeatingTask(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        isDone = true;
      },
      60_000,
      unexpected,
    );
    task.wake();
    await task.stop();
    expect(isDone).toBe(true);
  });
});
