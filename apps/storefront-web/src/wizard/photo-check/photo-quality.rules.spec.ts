import { PRINT_AREAS } from '@shop/placement';
import { blurred, cutOut, exposed, petPixels, portrait } from '../../testing/photo-pixels.js';
import { findPhotoIssues, type PhotoSize, type PixelCopy } from './photo-quality.rules.js';

const CAMERA: PhotoSize = { widthPx: 4032, heightPx: 3024 };
const pet = petPixels();
const shaken = blurred(pet, 3);

const flat = (value: number): PixelCopy => ({
  width: 64,
  height: 64,
  data: new Uint8ClampedArray(64 * 64 * 4).fill(value).map((byte, i) => (i % 4 === 3 ? 255 : byte)),
});

describe('the photo coach', () => {
  it('has nothing to say of a good photo, also of a small copy of it', () => {
    expect(findPhotoIssues(CAMERA, pet)).toEqual([]);
    expect(findPhotoIssues(CAMERA, petPixels(150, 200))).toEqual([]);
  });

  it('calls a photo small that the smallest product would show blurred', () => {
    const tagPx = PRINT_AREAS['pet-tag'].widthPx;
    for (const size of [
      { widthPx: tagPx - 1, heightPx: 4000 },
      { widthPx: 4000, heightPx: tagPx - 1 },
    ])
      expect(findPhotoIssues(size, pet)).toEqual(['small']);
    expect(findPhotoIssues({ widthPx: tagPx, heightPx: tagPx }, pet)).not.toContain('small');
  });

  it.each([
    [{ widthPx: 320, heightPx: 320 }, ['small for shirts']],
    [{ widthPx: 4000, heightPx: 511 }, ['small for shirts']],
    [{ widthPx: 512, heightPx: 512 }, []],
  ] as const)('calls a photo small for shirts that the engine would have to enlarge: %j', (size, faults) => {
    expect(findPhotoIssues(size, pet)).toEqual(faults);
  });

  it('tells a blurred photo from a sharp one, however it was lit', () => {
    for (const stops of [-2, 0, 1]) {
      expect(findPhotoIssues(CAMERA, exposed(pet, stops))).not.toContain('blurred');
      expect(findPhotoIssues(CAMERA, exposed(shaken, stops))).toContain('blurred');
    }
  });

  it('takes a blurred background for none', () => {
    expect(findPhotoIssues(CAMERA, portrait(pet))).toEqual([]);
  });

  it('tells a photo without light from one in the shade', () => {
    expect(findPhotoIssues(CAMERA, exposed(pet, -1))).toEqual([]);
    expect(findPhotoIssues(CAMERA, exposed(pet, -3))).toEqual(['dark']);
  });

  it('tells a photo with too much light from a bright one', () => {
    expect(findPhotoIssues(CAMERA, exposed(pet, 1))).toEqual([]);
    expect(findPhotoIssues(CAMERA, exposed(pet, 3))).toEqual(['bright']);
  });

  it('has nothing against a cut-out, however much of it is empty', () => {
    for (const share of [1, 0.4]) expect(findPhotoIssues(CAMERA, cutOut(pet, share))).toEqual([]);
    expect(findPhotoIssues(CAMERA, cutOut(exposed(pet, 3), 0.4))).toEqual(['bright']);
    expect(findPhotoIssues(CAMERA, cutOut(pet, 0))).not.toContain('bright');
  });

  it('names all faults of a photo in their order', () => {
    expect(findPhotoIssues({ widthPx: 200, heightPx: 150 }, exposed(shaken, -4))).toEqual(['small', 'blurred', 'dark']);
  });

  it.each([
    [0, ['blurred', 'dark']],
    [255, ['blurred', 'bright']],
  ])('survives a photo of nothing but %i', (value, faults) => {
    expect(findPhotoIssues(CAMERA, flat(value))).toEqual(faults);
  });

  it('survives a photo of one pixel', () => {
    expect(
      findPhotoIssues(
        { widthPx: 1, heightPx: 1 },
        { width: 1, height: 1, data: Uint8ClampedArray.of(120, 120, 120, 255) },
      ),
    ).toContain('small');
  });
});
