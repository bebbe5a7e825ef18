import { BUILT_IN, BUILT_IN_VERSION } from '@shop/art-engine/version';
import { isOfEarlierVersion, readBackground, readRecipe } from './print-recipe.rules.js';

const PHOTO_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const SECOND_PHOTO_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';
const CUT_OUT_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3303';

/** As DrawingCompletionService writes it, with more than a recipe needs. */
const metadata = (given: Record<string, unknown> = {}): { metadata: Record<string, unknown> } => ({
  metadata: {
    engine: BUILT_IN,
    engineVersion: BUILT_IN_VERSION,
    style: 'modern',
    seed: 4_294_967_295,
    prompt: 'red',
    petName: 'Rex',
    sourceImageId: PHOTO_ID,
    sourceSha256: 'f00d',
    cutOutId: CUT_OUT_ID,
    cutOutSha256: 'cafe',
    background: 'none',
    furtherPets: [{ imageId: SECOND_PHOTO_ID, sha256: 'd00d', cutOutId: null, cutOutSha256: null }],
    sha256: 'beef',
    ...given,
  },
});

describe('readRecipe', () => {
  it('returns the recipe of an artwork of the built-in engine', () => {
    expect(readRecipe(metadata())).toEqual({
      styleKey: 'modern',
      seed: 4_294_967_295,
      prompt: 'red',
      petName: 'Rex',
      background: 'none',
      pets: [
        { imageId: PHOTO_ID, sha256: 'f00d', cutOutId: CUT_OUT_ID, cutOutSha256: 'cafe' },
        { imageId: SECOND_PHOTO_ID, sha256: 'd00d', cutOutId: null, cutOutSha256: null },
      ],
    });
  });

  it('has the background of the style and no cut-out for an artwork from before there were compositions', () => {
    const earlier = { cutOutId: undefined, cutOutSha256: undefined, background: undefined, furtherPets: undefined };
    expect(readRecipe(metadata(earlier))).toMatchObject({
      background: 'style',
      pets: [{ imageId: PHOTO_ID, sha256: 'f00d', cutOutId: null, cutOutSha256: null }],
    });
    expect(readBackground(metadata(earlier))).toBe('style');
  });

  it('returns empty texts for a missing prompt and name', () => {
    expect(readRecipe(metadata({ prompt: null, petName: null }))).toMatchObject({ prompt: '', petName: '' });
  });

  it('accepts an artwork that the built-in engine drew as the fallback', () => {
    expect(readRecipe(metadata({ fallbackFrom: 'openai', fallbackReason: 'timed-out' }))).not.toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ['another engine drew it', { engine: 'openai', engineVersion: 'gpt-image-2.5-flare' }],
    ['an earlier version of this one drew it', { engineVersion: '1' }],
    ['a later version of this one drew it', { engineVersion: String(Number(BUILT_IN_VERSION) + 1) }],
    ...['style', 'seed', 'prompt', 'petName', 'sourceImageId', 'sourceSha256'].map(
      (part) => [`${part} is missing`, { [part]: undefined }] satisfies [string, object],
    ),
    ['its photo is no image id', { sourceImageId: '../photo' }],
    ['its seed is no integer', { seed: 0.5 }],
    ['its background is unknown', { background: 'sunset' }],
    ['a further pet is incomplete', { furtherPets: [{ imageId: SECOND_PHOTO_ID }] }],
  ])('returns null when %s', (_, given) => expect(readRecipe(metadata(given))).toBeNull());
});

describe('isOfEarlierVersion', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['an artwork of this version', {}, false],
    ['of an earlier version', { engineVersion: '1' }, true],
    ['from before there were versions', { engineVersion: undefined }, true],
    ['of an earlier version, drawn as the fallback', { engineVersion: '1', fallbackFrom: 'openai' }, true],
    ['of another engine, which has no recipe', { engine: 'openai', engineVersion: 'gpt-image-2.5-flare' }, false],
    ['of an unknown engine', { engine: undefined }, false],
  ])('of %s', (_, given, expected) => expect(isOfEarlierVersion(metadata(given))).toBe(expected));
});
