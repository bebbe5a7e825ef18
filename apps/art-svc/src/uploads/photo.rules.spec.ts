import { isDomainError } from '@shop/contracts/common';
import { assertPixelCount, detectFormat } from './photo.rules.js';

const errorKindOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return isDomainError(error) ? error.kind : 'other';
  }
  return 'fine';
};

describe('photo rules', () => {
  it('detect the format by the first bytes', () => {
    expect(detectFormat(Uint8Array.of(0xff, 0xd8, 0xff, 0xe1))).toBe('jpeg');
    expect(detectFormat(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('png');
  });

  it.each([[[]], [[0xff, 0xd8]], [[0x89, 0x50, 0x4e, 0x47]], [[0x47, 0x49, 0x46, 0x38]], [[...'<svg']]])(
    'reject the bytes %j',
    (bytes) => {
      expect(errorKindOf(() => detectFormat(Uint8Array.from(bytes as number[])))).toBe('unsupported-media');
    },
  );

  it('allow at most fifty megapixels', () => {
    expect(errorKindOf(() => assertPixelCount(10_000, 5_000))).toBe('fine');
    expect(errorKindOf(() => assertPixelCount(50_000_001, 1))).toBe('too-large');
  });
});
