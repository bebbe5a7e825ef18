import { stubApi, type StubbedResponse } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import { aStyle } from '../testing/builders.js';
import { aCutOut, PHOTO, PHOTO_ID, restorePictures, stubPictures } from '../testing/open-style-step.js';
import { closeTab, openShop, resetBrowser } from '../testing/open-shop.js';
import { saveDraft, readDraft } from '../draft.js';
import { findWizardId, WIZARD_DRAFT } from '../wizard-draft.js';
import { EMPTY_WIZARD, wizardStateSchema } from './wizard-state.js';

const IMAGE_ID = '0a1b2c3d-7a54-4d0f-9b1a-0c5d6e7f8a90';
const SECOND = { ...PHOTO, id: IMAGE_ID, url: `/media/${IMAGE_ID}` };
const source = {
  styleKey: 'modern',
  petName: 'Biscuit',
  prompt: 'autumn',
  variation: 2,
  background: '#19b5a5',
  pets: [{ photo: PHOTO, cutOutId: null }],
};

const openDrawAgain = (answer: StubbedResponse, search = '') => {
  const api = stubApi({
    'GET /api/user': { status: 401, text: 'Not signed in' },
    'GET /api/styles': { json: [aStyle('cyberpunk'), aStyle('modern')] },
    'GET /api/guest/designs': { json: [] },
    'GET /api/guest/orders': { json: [] },
    [`GET /api/uploads/${PHOTO_ID}/cut-out`]: { json: aCutOut() },
    [`GET /api/uploads/${IMAGE_ID}/cut-out`]: { json: aCutOut({}, IMAGE_ID) },
    [`GET /api/artworks/${IMAGE_ID}/source`]: answer,
  });
  return { api, ...openShop(`/create?again=${IMAGE_ID}${search}`) };
};

beforeEach(() => void stubPictures());
afterEach(() => {
  restorePictures();
  resetBrowser();
});

describe('drawing the pet of an artwork in another style', () => {
  it('opens the style step with photo, name and prompt, and no style chosen', async () => {
    openDrawAgain({ json: source });
    expect(await screen.findByLabelText(/Pet name/)).toHaveValue('Biscuit');
    expect(screen.getByLabelText(/Custom prompt/)).toHaveValue('autumn');
    expect(await screen.findByRole('radio', { name: 'Modern' })).not.toBeChecked();
    // The artwork's other pages lead to this wizard.
    expect(findWizardId(IMAGE_ID)).not.toBeNull();
  });

  it('draws the same once more: style, background, name, prompt and variation, before other variations', async () => {
    const { api, user } = openDrawAgain({ json: source }, '&same=1');
    api.responses['POST /api/generate'] = { status: 400, text: 'Not now.' };
    expect(await screen.findByRole('radio', { name: 'Modern' })).toBeChecked();
    await user.click(await screen.findByRole('button', { name: /^Generate/ }));
    await waitFor(() =>
      expect(api.callsTo('POST /api/generate')[0]?.body).toMatchObject({
        styleKey: 'modern',
        petName: 'Biscuit',
        prompt: 'autumn',
        variation: 2,
        background: '#19b5a5',
      }),
    );
  });

  it('has each pet of the artwork', async () => {
    openDrawAgain({ json: { ...source, pets: [...source.pets, { photo: SECOND, cutOutId: null }] } });
    await screen.findByLabelText(/Pet name/);
    expect(await screen.findAllByRole('button', { name: /Remove/ })).toHaveLength(2);
  });

  it.each<[string, StubbedResponse, RegExp]>([
    [
      'a photo is gone',
      { json: { ...source, pets: [...source.pets, { photo: null, cutOutId: null }] } },
      /no longer stored\. Please upload it again/,
    ],
    ['the artwork is of another owner', { status: 404, text: 'Not found' }, /another browser or account/],
    ['there is no session', { status: 401, text: 'Not signed in' }, /another browser or account/],
  ])('asks for the photo when %s', async (_when, answer, text) => {
    openDrawAgain(answer);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText('Photo of your pet')).toBeInTheDocument();
    expect(findWizardId(IMAGE_ID)).toBeNull();
  });

  it.each<[string, StubbedResponse, () => Promise<HTMLElement>]>([
    ['a drawn artwork', { json: source }, () => screen.findByDisplayValue('Biscuit')],
    ['an artwork of another owner', { status: 404, text: 'Not found' }, () => screen.findByText(/another browser/)],
  ])('leaves an unfinished wizard as it is, beside %s', async (_what, answer, findOpened) => {
    saveDraft(WIZARD_DRAFT, { ...EMPTY_WIZARD, photo: SECOND, petName: 'Rex' });
    openDrawAgain(answer, '&same=1');
    expect(await findOpened()).toBeVisible();
    expect(readDraft(WIZARD_DRAFT, wizardStateSchema)).toMatchObject({ petName: 'Rex', photo: { id: IMAGE_ID } });
    closeTab();
    openShop(null);
    expect(await findOpened()).toBeVisible();
  });

  it('forgets why a photo is missing with the page', async () => {
    openDrawAgain({ status: 404, text: 'Not found' }, '&same=1');
    expect(await screen.findByText(/another browser/)).toBeVisible();
    closeTab();
    openShop('/create');
    expect(await screen.findByLabelText('Photo of your pet')).toBeInTheDocument();
    expect(screen.queryByText(/another browser/)).toBeNull();
  });

  it('offers Retry when the server does not answer', async () => {
    const { api, user } = openDrawAgain({ status: 503, text: 'The studio is unavailable right now.' });
    expect(await screen.findByText('The studio is unavailable right now.')).toBeVisible();
    api.responses[`GET /api/artworks/${IMAGE_ID}/source`] = { json: source };
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText(/Pet name/)).toHaveValue('Biscuit');
  });
});
