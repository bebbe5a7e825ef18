import { VARIATION_MAX } from '@shop/contracts/art';
import {
  getChosenArtwork,
  EMPTY_WIZARD,
  toGenerateRequest,
  canAddVariation,
  wizardReducer,
  getWizardStep,
  type WizardState,
} from './wizard-state.js';

const KEY = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const PHOTO = { id: KEY, url: '/media/p', width: 640, height: 480 };
const ready: WizardState = { ...EMPTY_WIZARD, photo: PHOTO, styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' };

describe('wizard state', () => {
  it('moves from upload to style with a photo, and to generate with a running generation', () => {
    expect(getWizardStep(EMPTY_WIZARD)).toBe('upload');
    expect(getWizardStep(wizardReducer(EMPTY_WIZARD, { type: 'photo uploaded', photo: PHOTO }))).toBe('style');
    expect(
      getWizardStep(wizardReducer(ready, { type: 'artwork requested', idempotencyKey: KEY, printArea: null })),
    ).toBe('generate');
  });

  it('keeps photo, style, name and prompt when a generation fails', () => {
    const failed = wizardReducer({ ...ready, idempotencyKey: KEY }, { type: 'generation failed', error: 'No.' });
    expect(failed).toEqual({ ...ready, idempotencyKey: null, error: 'No.' });
    expect(getWizardStep(failed)).toBe('style');
  });

  it('resets everything when the photo is changed', () => {
    expect(wizardReducer({ ...ready, error: 'No.' }, { type: 'photo removed' })).toEqual(EMPTY_WIZARD);
  });

  it('keeps the first key when Generate is clicked twice', () => {
    const requested = wizardReducer(ready, { type: 'artwork requested', idempotencyKey: KEY, printArea: null });
    expect(
      wizardReducer(requested, { type: 'artwork requested', idempotencyKey: crypto.randomUUID(), printArea: null })
        .idempotencyKey,
    ).toBe(KEY);
  });

  it('clears the last error with the next generation', () => {
    expect(
      wizardReducer({ ...ready, error: 'No.' }, { type: 'artwork requested', idempotencyKey: KEY, printArea: null })
        .error,
    ).toBeNull();
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
    const requested = wizardReducer(ready, { type: 'artwork requested', idempotencyKey: KEY, printArea });
    expect(toGenerateRequest(requested)).toMatchObject({ petName: 'Biscuit', printArea });
    expect(
      toGenerateRequest(wizardReducer(requested, { type: 'artwork requested', idempotencyKey: KEY, printArea: null })),
    ).toMatchObject({ printArea });
  });
});

describe('variations', () => {
  const artwork = (variation: number) => ({ variation, imageId: `i${variation}`, imageUrl: `/media/${variation}` });
  const requested = (state: WizardState) =>
    wizardReducer(state, { type: 'artwork requested', idempotencyKey: KEY, printArea: null });
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
    const chosen = wizardReducer(generated(requested(one)), { type: 'artwork chosen', variation: 0 });
    expect(getChosenArtwork(chosen)).toEqual(artwork(0));
    expect(getChosenArtwork(generated(requested(chosen)))).toEqual(artwork(2));
  });

  it('that fail are requested again by the same number; earlier artworks stay', () => {
    const failed = wizardReducer(requested(one), { type: 'generation failed', error: 'No.' });
    expect([failed.artworks, failed.staysOnPage, failed.error, toGenerateRequest(failed)?.variation]).toEqual([
      [artwork(0)],
      true,
      'No.',
      1,
    ]);
  });

  it('are added once even if a response arrives twice', () => {
    expect(generated(one).artworks).toHaveLength(1);
    expect(generated(requested(one), crypto.randomUUID()).artworks).toHaveLength(1);
  });

  it('end at the highest number and with another photo', () => {
    const all = { ...one, artworks: Array.from({ length: VARIATION_MAX + 1 }, (_, variation) => artwork(variation)) };
    expect([canAddVariation({ ...all, artworks: all.artworks.slice(1) }), canAddVariation(all)]).toEqual([true, false]);
    expect(wizardReducer(one, { type: 'photo removed' })).toEqual(EMPTY_WIZARD);
  });
});
