import { EMPTY_WIZARD, generateRequest, nextWizardState, wizardStep, type WizardState } from './wizard-state.js';

const KEY = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const PHOTO = { id: KEY, url: '/media/p', width: 640, height: 480 };
const ready: WizardState = { ...EMPTY_WIZARD, photo: PHOTO, styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' };

describe('the wizard', () => {
  it('goes from upload to style with a photo, and to generate with a try', () => {
    expect(wizardStep(EMPTY_WIZARD)).toBe('upload');
    expect(wizardStep(nextWizardState(EMPTY_WIZARD, { type: 'photo uploaded', photo: PHOTO }))).toBe('style');
    expect(wizardStep(nextWizardState(ready, { type: 'artwork asked for', tryKey: KEY }))).toBe('generate');
  });

  it('keeps photo, style, name and prompt when a generation fails', () => {
    const failed = nextWizardState({ ...ready, tryKey: KEY }, { type: 'generation failed', refusal: 'No.' });
    expect(failed).toEqual({ ...ready, tryKey: null, refusal: 'No.' });
    expect(wizardStep(failed)).toBe('style');
  });

  it('forgets everything when the photo is changed', () => {
    expect(nextWizardState({ ...ready, refusal: 'No.' }, { type: 'photo dropped' })).toEqual(EMPTY_WIZARD);
  });

  it('keeps its first key when Generate is pressed twice', () => {
    const asked = nextWizardState(ready, { type: 'artwork asked for', tryKey: KEY });
    expect(nextWizardState(asked, { type: 'artwork asked for', tryKey: crypto.randomUUID() }).tryKey).toBe(KEY);
  });

  it('forgets the last refusal with the next try', () => {
    expect(nextWizardState({ ...ready, refusal: 'No.' }, { type: 'artwork asked for', tryKey: KEY }).refusal).toBeNull();
  });

  it('leaves empty names and prompts out of the request', () => {
    expect(generateRequest({ ...ready, petName: '  ', prompt: '' })).toEqual({ imageUrl: '/media/p', styleKey: 'modern' });
    expect(generateRequest(ready)).toEqual({ imageUrl: '/media/p', styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' });
    expect(generateRequest(EMPTY_WIZARD)).toBeNull();
  });
});
