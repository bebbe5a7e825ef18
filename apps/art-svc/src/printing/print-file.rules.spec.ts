import { getDownloadName, computePauseMs } from './print-file.rules.js';

describe('print file rules', () => {
  it('double the pause each time, up to a minute', () => {
    expect(Array.from({ length: 9 }, (_, n) => computePauseMs(n + 1, 1_000))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
  });

  it('name a download after order and line, and let no other characters into the header', () => {
    expect(getDownloadName({ orderNumber: 'PA-7K2M9QWXYZ', line: 3 })).toBe('PA-7K2M9QWXYZ-line-3.png');
    expect(getDownloadName({ orderNumber: 'PA-"\r\n/../x', line: 1 })).toBe('PA-x-line-1.png');
  });
});
