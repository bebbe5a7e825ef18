import { batchOf, Progress } from './progress.ts';

const after = (from: number, ...lines: string[]): Progress => {
  const progress = new Progress(from);
  for (const line of lines) {
    const batch = batchOf(line);
    if (batch) progress.add(batch);
  }
  return progress;
};

describe('how far the proof of the money has come', () => {
  it('counts the runs of every worker, whoever is ahead', () => {
    expect(after(0, 'held 0 100', 'held 200 100', 'held 400 50').count).toBe(250);
  });

  it('goes on behind the last run before which all hold', () => {
    expect(after(0, 'held 200 100', 'held 0 100').next).toBe(100);
    expect(after(0, 'held 200 100', 'held 0 100', 'held 100 100').next).toBe(300);
    expect(after(700, 'held 800 100', 'held 700 100').next).toBe(900);
    expect(after(700).next).toBe(700);
  });

  it('takes nothing else for news', () => {
    expect(['', 'held', 'held 1', 'PASS held 0 100', 'held 0 100 more'].map(batchOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(batchOf('held 0 100\r')).toEqual({ from: 0, runs: 100 });
  });
});
