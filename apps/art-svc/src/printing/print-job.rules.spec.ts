import { downloadName, isLastAttempt, MAX_ATTEMPTS, pauseAfter } from './print-job.rules.js';

describe('print job rules', () => {
  it('pause twice as long each time, and a minute at the most', () => {
    expect(Array.from({ length: 9 }, (_, n) => pauseAfter(n + 1, 1_000))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
  });

  it('try eight times', () => {
    expect([MAX_ATTEMPTS - 1, MAX_ATTEMPTS, MAX_ATTEMPTS + 1].map(isLastAttempt)).toEqual([false, true, true]);
  });

  it('name a download after the order and the line, and nothing else can get into a header', () => {
    expect(downloadName({ orderNumber: 'PA-7K2M9QWXYZ', line: 3 })).toBe('PA-7K2M9QWXYZ-line-3.png');
    expect(downloadName({ orderNumber: 'PA-"\r\n/../x', line: 1 })).toBe('PA-x-line-1.png');
  });
});
