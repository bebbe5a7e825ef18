import { isDomainError } from '@shop/contracts/common';
import { assertPixels, formatOf } from './photo.rules.js';

const statusKind = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return isDomainError(error) ? error.kind : 'other';
  }
  return 'fine';
};

describe('photo rules', () => {
  it('tell a format by its first bytes', () => {
    expect(formatOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe1))).toBe('jpeg');
    expect(formatOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('png');
  });

  it.each([[[]], [[0xff, 0xd8]], [[0x89, 0x50, 0x4e, 0x47]], [[0x47, 0x49, 0x46, 0x38]], [[...'<svg']]])(
    'refuse %j',
    (bytes) => {
      expect(statusKind(() => formatOf(Uint8Array.from(bytes as number[])))).toBe('unsupported-media');
    },
  );

  it('allow fifty megapixels and not one more', () => {
    expect(statusKind(() => assertPixels(10_000, 5_000))).toBe('fine');
    expect(statusKind(() => assertPixels(50_000_001, 1))).toBe('too-large');
  });
});
