import { VARIATION_MAX } from '@shop/contracts-art';
import {
  getChosenArtwork,
  EMPTY_WIZARD,
  toGenerateRequest,
  toPreviewComposition,
  wizardStateSchema,
  canAddVariation,
  wizardReducer,
  type WizardAction,
  type WizardState,
} from './wizard-state.js';

const KEY = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const PHOTO = { id: KEY, url: '/media/p', width: 640, height: 480 };
const ready: WizardState = { ...EMPTY_WIZARD, photo: PHOTO, styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' };
const request = {
  type: 'artwork requested',
  idempotencyKey: KEY,
  printArea: null,
  background: 'style',
} satisfies WizardAction;

describe('wizard state', () => {
  it('resets everything when the photo is changed', () => {
    expect(wizardReducer({ ...ready, error: 'No.' }, { type: 'photo removed' })).toEqual(EMPTY_WIZARD);
  });

  it('omits empty names and prompts from the request', () => {
    expect(toGenerateRequest({ ...ready, petName: '  ', prompt: '' })).toEqual({
      imageUrl: '/media/p',
      styleKey: 'modern',
    });
    expect(toGenerateRequest(ready)).toEqual({
      imageUrl: '/media/p',
      styleKey: 'modern',
      petName: 'Biscuit',
      prompt: 'a crown',
    });
    expect(toGenerateRequest(EMPTY_WIZARD)).toBeNull();
  });

  it('requests the print area that was chosen when the generation started', () => {
    const printArea = { widthPx: 879, heightPx: 1830 };
    const requested = wizardReducer(ready, { ...request, printArea });
    expect(toGenerateRequest(requested)).toMatchObject({ petName: 'Biscuit', printArea });
    expect(toGenerateRequest(wizardReducer(requested, request))).toMatchObject({ printArea });
  });
});

describe('the composition', () => {
  const OTHER = '5b1c2d3e-7a54-4d0f-9b1a-0c5d6e7f8a91';
  const further = { photo: { ...PHOTO, url: '/media/q' }, advice: [], cutOutId: null, automaticCutOutId: OTHER };

  it('is requested only where the customer changed something', () => {
    expect(toGenerateRequest({ ...ready, automaticCutOutId: OTHER, background: 'style' })).not.toHaveProperty(
      'background',
    );
    const changed = { ...ready, cutOutId: OTHER, background: 'none', furtherPets: [further] };
    expect(toGenerateRequest(changed)).toMatchObject({
      imageUrl: '/media/p',
      cutOutId: OTHER,
      background: 'none',
      furtherPets: [{ imageUrl: '/media/q' }],
    });
    expect(toGenerateRequest({ ...ready, furtherPets: [{ ...further, cutOutId: KEY }] })?.furtherPets).toEqual([
      { imageUrl: '/media/q', cutOutId: KEY },
    ]);
  });

  it('is previewed with the cut-outs that are known', () => {
    const pending = { ...further, automaticCutOutId: null };
    const state = { ...ready, cutOutId: KEY, furtherPets: [further, pending] };
    expect(toPreviewComposition(state, 'none')).toEqual({
      cutOutId: KEY,
      background: 'none',
      furtherCutOutIds: [OTHER],
    });
  });

  it('survives a reload, and a draft of an earlier version has none', () => {
    const state = { ...ready, cutOutId: KEY, background: '#fbf3e0', furtherPets: [further] };
    expect(wizardStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
    const { photo, advice, styleKey, petName, prompt, idempotencyKey, error } = ready;
    expect(wizardStateSchema.parse({ photo, advice, styleKey, petName, prompt, idempotencyKey, error })).toEqual(ready);
  });
});

describe('variations', () => {
  const artwork = (variation: number, background = 'style') => ({
    variation,
    imageId: `i${variation}`,
    imageUrl: `/media/${variation}`,
    background,
    engine: null,
  });
  const requested = (state: WizardState, given: Partial<typeof request> & { variation?: number } = {}) =>
    wizardReducer(state, { ...request, ...given });
  const generated = (state: WizardState, idempotencyKey = KEY) =>
    wizardReducer(state, {
      type: 'artwork generated',
      idempotencyKey,
      imageId: `i${state.artworks.length}`,
      imageUrl: `/media/${state.artworks.length}`,
    });
  const one = generated(requested(ready));

  it('are numbered from the first artwork, which redirects automatically', () => {
    expect([one.artworks, one.staysOnPage, one.idempotencyKey]).toEqual([[artwork(0)], false, null]);
    const two = generated(requested(one));
    expect([two.artworks, two.staysOnPage, getChosenArtwork(two)]).toEqual([
      [artwork(0), artwork(1)],
      true,
      artwork(1),
    ]);
    expect(toGenerateRequest(requested(two))).toMatchObject({
      imageUrl: '/media/p',
      petName: 'Biscuit',
      prompt: 'a crown',
      variation: 2,
    });
  });

  it('can be chosen; a new one is chosen automatically', () => {
    const chosen = wizardReducer(generated(requested(one)), { type: 'artwork chosen', index: 0 });
    expect(getChosenArtwork(chosen)).toEqual(artwork(0));
    expect(getChosenArtwork(generated(requested(chosen)))).toEqual(artwork(2));
  });

  it('can be drawn again on another background, with the same number', () => {
    const changed = requested(generated(requested(one)), { background: 'none', variation: 1 });
    expect(toGenerateRequest(changed)).toMatchObject({ variation: 1, background: 'none' });
    const added = generated(changed);
    expect(getChosenArtwork(added)).toMatchObject({ variation: 1, background: 'none' });
    expect(toGenerateRequest(requested(added))).toMatchObject({ variation: 2 });
    expect(toGenerateRequest(requested(added))).not.toHaveProperty('background');
  });

  it('are added once even if a response arrives twice', () => {
    expect(generated(one).artworks).toHaveLength(1);
    expect(generated(requested(one), crypto.randomUUID()).artworks).toHaveLength(1);
  });

  it('end at the highest number and with another photo', () => {
    const all = { ...one, artworks: Array.from({ length: VARIATION_MAX + 1 }, (_, variation) => artwork(variation)) };
    expect([canAddVariation({ ...all, artworks: all.artworks.slice(0, -1) }), canAddVariation(all)]).toEqual([
      true,
      false,
    ]);
    expect(wizardReducer(one, { type: 'photo removed' })).toEqual(EMPTY_WIZARD);
  });
});
