import { BUILT_IN, BUILT_IN_VERSION } from '../engines/built-in/version.js';
import { recipeOf } from './print-recipe.rules.js';

const PHOTO_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** As FinishJob writes them, what a recipe does not need among it. */
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
    sha256: 'beef',
    ...given,
  },
});

describe('the recipe of an artwork', () => {
  it('is what it was drawn from, word for word', () => {
    expect(recipeOf(metadata())).toEqual({
      styleKey: 'modern',
      seed: 4_294_967_295,
      prompt: 'red',
      petName: 'Rex',
      sourceImageId: PHOTO_ID,
      sourceSha256: 'f00d',
    });
  });

  it('knows neither wish nor name where none was said', () => {
    expect(recipeOf(metadata({ prompt: null, petName: null }))).toMatchObject({ prompt: '', petName: '' });
  });

  it('is there, too, where the built-in engine drew in another’s place', () => {
    expect(recipeOf(metadata({ fallbackFrom: 'openai', fallbackReason: 'timed-out' }))).not.toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ['another engine drew it', { engine: 'openai', engineVersion: 'gpt-image-2.5-flare' }],
    ['an earlier version of this one drew it', { engineVersion: '1' }],
    ['a later version of this one drew it', { engineVersion: String(Number(BUILT_IN_VERSION) + 1) }],
    ...['style', 'seed', 'prompt', 'petName', 'sourceImageId', 'sourceSha256'].map(
      (part) => [`its ${part} is not known`, { [part]: undefined }] satisfies [string, object],
    ),
    ['its photo is no picture of the shop', { sourceImageId: '../photo' }],
    ['its seed is no whole number', { seed: 0.5 }],
  ])('is none where %s', (_, given) => expect(recipeOf(metadata(given))).toBeNull());

  it('is none of a picture that says nothing', () => expect(recipeOf({ metadata: {} })).toBeNull());
});
