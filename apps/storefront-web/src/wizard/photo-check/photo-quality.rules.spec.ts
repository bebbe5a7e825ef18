import { blurred, cutOut, exposed, petPixels, portrait } from '../../testing/photo-pixels.js';
import { findPhotoIssues, type PhotoSize, type PixelCopy } from './photo-quality.rules.js';

const CAMERA: PhotoSize = { widthPx: 4032, heightPx: 3024 };
const pet = petPixels();
const blurredPet = blurred(pet, 3);

const flat = (value: number): PixelCopy => ({
  width: 64,
  height: 64,
  data: new Uint8ClampedArray(64 * 64 * 4).fill(value).map((byte, i) => (i % 4 === 3 ? 255 : byte)),
});

describe('findPhotoIssues', () => {
  it('finds nothing in a good photo or in a small copy of it', () => {
    expect(findPhotoIssues(CAMERA, pet)).toEqual([]);
    expect(findPhotoIssues(CAMERA, petPixels(150, 200))).toEqual([]);
  });

  it.each([
    [{ widthPx: 187, heightPx: 4000 }, ['small']],
    [{ widthPx: 4000, heightPx: 187 }, ['small']],
    [{ widthPx: 386, heightPx: 256 }, ['small for shirts']],
  ] as const)(
    'finds a photo too small for all but pet tags if a full phone case would not be sharp: %j',
    (size, issues) => {
      expect(findPhotoIssues(size, pet)).toEqual(issues);
    },
  );

  it.each([
    [{ widthPx: 320, heightPx: 320 }, ['small for shirts']],
    [{ widthPx: 4000, heightPx: 479 }, ['small for shirts']],
    [{ widthPx: 480, heightPx: 480 }, []],
  ] as const)('finds a photo too small for shirts if a full print would be poor: %j', (size, issues) => {
    expect(findPhotoIssues(size, pet)).toEqual(issues);
  });

  it('distinguishes blurred from sharp photos at any exposure', () => {
    for (const stops of [-2, 0, 1]) {
      expect(findPhotoIssues(CAMERA, exposed(pet, stops))).not.toContain('blurred');
      expect(findPhotoIssues(CAMERA, exposed(blurredPet, stops))).toContain('blurred');
    }
  });

  it('ignores a blurred background', () => {
    expect(findPhotoIssues(CAMERA, portrait(pet))).toEqual([]);
  });

  it('distinguishes dark photos from shaded ones', () => {
    expect(findPhotoIssues(CAMERA, exposed(pet, -1))).toEqual([]);
    expect(findPhotoIssues(CAMERA, exposed(pet, -3))).toEqual(['dark']);
  });

  it('distinguishes overexposed photos from bright ones', () => {
    expect(findPhotoIssues(CAMERA, exposed(pet, 1))).toEqual([]);
    expect(findPhotoIssues(CAMERA, exposed(pet, 3))).toEqual(['bright']);
  });

  it('accepts a cut-out, however much of it is empty', () => {
    for (const share of [1, 0.4]) expect(findPhotoIssues(CAMERA, cutOut(pet, share))).toEqual([]);
    expect(findPhotoIssues(CAMERA, cutOut(exposed(pet, 3), 0.4))).toEqual(['bright']);
    expect(findPhotoIssues(CAMERA, cutOut(pet, 0))).not.toContain('bright');
  });

  it('returns all issues in display order', () => {
    expect(findPhotoIssues({ widthPx: 200, heightPx: 150 }, exposed(blurredPet, -4))).toEqual([
      'small',
      'blurred',
      'dark',
    ]);
  });

  it.each([
    [0, ['blurred', 'dark']],
    [255, ['blurred', 'bright']],
  ])('handles a uniform photo of value %i', (value, issues) => {
    expect(findPhotoIssues(CAMERA, flat(value))).toEqual(issues);
  });

  it('handles a photo of one pixel', () => {
    expect(
      findPhotoIssues(
        { widthPx: 1, heightPx: 1 },
        { width: 1, height: 1, data: Uint8ClampedArray.of(120, 120, 120, 255) },
      ),
    ).toContain('small');
  });
});
