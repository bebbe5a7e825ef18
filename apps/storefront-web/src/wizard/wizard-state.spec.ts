import { VARIATION_MAX } from '@shop/contracts/art';
import {
  chosenArtwork,
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

describe('the wizard', () => {
  it('goes from upload to style with a photo, and to generate with a try', () => {
    expect(getWizardStep(EMPTY_WIZARD)).toBe('upload');
    expect(getWizardStep(wizardReducer(EMPTY_WIZARD, { type: 'photo uploaded', photo: PHOTO }))).toBe('style');
    expect(
      getWizardStep(wizardReducer(ready, { type: 'artwork asked for', idempotencyKey: KEY, printArea: null })),
    ).toBe('generate');
  });

  it('keeps photo, style, name and prompt when a generation fails', () => {
    const failed = wizardReducer({ ...ready, idempotencyKey: KEY }, { type: 'generation failed', refusal: 'No.' });
    expect(failed).toEqual({ ...ready, idempotencyKey: null, refusal: 'No.' });
    expect(getWizardStep(failed)).toBe('style');
  });

  it('forgets everything when the photo is changed', () => {
    expect(wizardReducer({ ...ready, refusal: 'No.' }, { type: 'photo dropped' })).toEqual(EMPTY_WIZARD);
  });

  it('keeps its first key when Generate is pressed twice', () => {
    const asked = wizardReducer(ready, { type: 'artwork asked for', idempotencyKey: KEY, printArea: null });
    expect(
      wizardReducer(asked, { type: 'artwork asked for', idempotencyKey: crypto.randomUUID(), printArea: null })
        .idempotencyKey,
    ).toBe(KEY);
  });

  it('forgets the last refusal with the next try', () => {
    expect(
      wizardReducer({ ...ready, refusal: 'No.' }, { type: 'artwork asked for', idempotencyKey: KEY, printArea: null })
        .refusal,
    ).toBeNull();
  });

  it('leaves empty names and prompts out of the request', () => {
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

  it('says for which print area, as it was when the artwork was asked for', () => {
    const printArea = { widthPx: 879, heightPx: 1830 };
    const asked = wizardReducer(ready, { type: 'artwork asked for', idempotencyKey: KEY, printArea });
    expect(toGenerateRequest(asked)).toMatchObject({ petName: 'Biscuit', printArea });
    expect(
      toGenerateRequest(wizardReducer(asked, { type: 'artwork asked for', idempotencyKey: KEY, printArea: null })),
    ).toMatchObject({ printArea });
  });
});

describe('variations', () => {
  const artwork = (variation: number) => ({ variation, imageId: `i${variation}`, imageUrl: `/media/${variation}` });
  const asked = (state: WizardState) =>
    wizardReducer(state, { type: 'artwork asked for', idempotencyKey: KEY, printArea: null });
  const made = (state: WizardState, idempotencyKey = KEY) =>
    wizardReducer(state, {
      type: 'artwork made',
      idempotencyKey,
      imageId: `i${state.made.length}`,
      imageUrl: `/media/${state.made.length}`,
    });
  const one = made(asked(ready));

  it('follow each other from the first artwork, which leads on by itself', () => {
    expect([one.made, one.staysOnPage, one.idempotencyKey]).toEqual([[artwork(0)], false, null]);
    const two = made(asked(one));
    expect([two.made, two.staysOnPage, chosenArtwork(two)]).toEqual([[artwork(0), artwork(1)], true, artwork(1)]);
    expect(toGenerateRequest(asked(two))).toMatchObject({
      imageUrl: '/media/p',
      petName: 'Biscuit',
      prompt: 'a crown',
      variation: 2,
    });
  });

  it('are chosen from; the next one is shown when it is there', () => {
    const chosen = wizardReducer(made(asked(one)), { type: 'artwork chosen', variation: 0 });
    expect(chosenArtwork(chosen)).toEqual(artwork(0));
    expect(chosenArtwork(made(asked(chosen)))).toEqual(artwork(2));
  });

  it('that fail are asked for again by the same number; what was made stays', () => {
    const failed = wizardReducer(asked(one), { type: 'generation failed', refusal: 'No.' });
    expect([failed.made, failed.staysOnPage, failed.refusal, toGenerateRequest(failed)?.variation]).toEqual([
      [artwork(0)],
      true,
      'No.',
      1,
    ]);
  });

  it('are counted once, whichever answer comes twice', () => {
    expect(made(one).made).toHaveLength(1);
    expect(made(asked(one), crypto.randomUUID()).made).toHaveLength(1);
  });

  it('end with the last number there is, and with another photo', () => {
    const all = { ...one, made: Array.from({ length: VARIATION_MAX + 1 }, (_, variation) => artwork(variation)) };
    expect([canAddVariation({ ...all, made: all.made.slice(1) }), canAddVariation(all)]).toEqual([true, false]);
    expect(wizardReducer(one, { type: 'photo dropped' })).toEqual(EMPTY_WIZARD);
  });
});
