import { waitForAddress, findToast, stubApi, type RecordedCall, type StubbedResponse } from '@shop/web-testing';
import { act, screen, within } from '@testing-library/react';
import { saveDraft } from '../draft.js';
import { aStyle } from '../testing/builders.js';
import { closeTab, resetBrowser, openShop } from '../testing/open-shop.js';
import { stubEventSource } from '../testing/browser-stubs.js';
import { EMPTY_WIZARD } from './wizard-state.js';

const PHOTO = { id: '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90', url: '/media/photo', width: 100, height: 80 };
const IDS = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
] as const;
const never = new Promise(() => undefined);

const createArtwork = (outputImageId: string): StubbedResponse => ({
  status: 201,
  json: { id: outputImageId, outputImageId, outputImage: { id: outputImageId, url: `/media/${outputImageId}` } },
});
const getVariation = (call: RecordedCall): number => (call.body as { variation?: number }).variation ?? 0;
const answers = {
  'GET /api/styles': { json: [aStyle('modern'), aStyle('abstract')] },
  'GET /api/user': { status: 401, text: 'Not signed in' },
  'GET /api/products': { json: [] },
  'POST /api/generate': (call: RecordedCall) => createArtwork(IDS[getVariation(call)] ?? ''),
};

const getArtworkUrl = () => screen.getByRole('img', { name: 'Your artwork' }).getAttribute('src');
const newVariationButton = () => screen.getByRole('button', { name: 'New variation' });
const findVariation = (number: number) => screen.findByRole('button', { name: `Variation ${number}` });
const queryThumbnails = () => screen.queryByRole('list', { name: 'Variations' });
const getCustomizeUrl = (id: string): string => `/customize?imageId=${id}&imageUrl=%2Fmedia%2F${id}`;

/** Generates the first artwork. */
async function generateFirstArtwork(given: Partial<Parameters<typeof stubApi>[0]> = {}) {
  saveDraft('wizard', { ...EMPTY_WIZARD, photo: PHOTO, styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' });
  const api = stubApi({ ...answers, ...given });
  const { user } = openShop('/create');
  await user.click(await screen.findByRole('button', { name: 'Generate Art' }));
  await screen.findByRole('img', { name: 'Your artwork' });
  return { api, user };
}

beforeEach(() => void stubEventSource());
afterEach(resetBrowser);

describe('New variation', () => {
  it('requests the same input with the next variation number and a new key', async () => {
    const { api, user } = await generateFirstArtwork();
    expect(queryThumbnails()).not.toBeInTheDocument();
    await user.click(newVariationButton());
    expect(await findVariation(2)).toHaveAttribute('aria-pressed', 'true');
    await user.click(newVariationButton());
    expect(await findVariation(3)).toHaveAttribute('aria-pressed', 'true');
    expect(await findVariation(1)).toHaveAttribute('aria-pressed', 'false');
    expect(getArtworkUrl()).toBe(`/media/${IDS[2]}`);
    const calls = api.callsTo('POST /api/generate');
    const same = { imageUrl: '/media/photo', styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' };
    expect(calls.map(({ body }) => body)).toEqual([same, { ...same, variation: 1 }, { ...same, variation: 2 }]);
    expect(new Set(calls.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(3);
  });

  it('keeps the artwork visible with the progress of the next one and sends one request for two clicks', async () => {
    const stream = stubEventSource();
    const { api, user } = await generateFirstArtwork({
      'POST /api/generate': (call: RecordedCall) =>
        getVariation(call) === 0 ? createArtwork(IDS[0]) : { after: never },
    });
    await user.dblClick(newVariationButton());
    newVariationButton().focus();
    await user.keyboard('[Enter]');
    expect(getArtworkUrl()).toBe(`/media/${IDS[0]}`);
    act(() => stream.opened.at(-1)?.emit('progress', { percent: 40, stage: 'Finding the eyes' }));
    expect(screen.getByText('Finding the eyes')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    expect(newVariationButton()).toHaveAttribute('aria-disabled', 'true');
    expect(newVariationButton()).toHaveFocus();
    expect(api.callsTo('POST /api/generate')).toHaveLength(2);
  });

  it('keeps earlier artworks when it fails and retries with the same number', async () => {
    const message = 'The art studio is very busy: about 2 minutes of work are waiting. Please try again then.';
    const { api, user } = await generateFirstArtwork({
      'POST /api/generate': (call: RecordedCall) =>
        getVariation(call) === 1
          ? { status: 503, text: message, headers: { 'retry-after': '120' } }
          : createArtwork(IDS[getVariation(call)] ?? ''),
    });
    await user.click(newVariationButton());
    await findToast('Generation failed', 'Please try again');
    expect(screen.getByRole('alert')).toHaveTextContent(message);
    expect(getArtworkUrl()).toBe(`/media/${IDS[0]}`);
    expect(await findVariation(1)).toHaveAttribute('aria-pressed', 'true');
    api.responses['POST /api/generate'] = answers['POST /api/generate'];
    await user.click(newVariationButton());
    expect(await findVariation(2)).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(api.callsTo('POST /api/generate').map(getVariation)).toEqual([0, 1, 1]);
  });

  it('restores the thumbnails after a reload and joins the running generation', async () => {
    const { api, user } = await generateFirstArtwork({
      'POST /api/generate': (call: RecordedCall) =>
        getVariation(call) === 0 ? createArtwork(IDS[0]) : { after: never },
    });
    await user.click(newVariationButton());
    await screen.findByRole('progressbar');
    closeTab();
    api.responses['POST /api/generate'] = answers['POST /api/generate'];
    openShop(null);
    expect(await findVariation(2)).toHaveAttribute('aria-pressed', 'true');
    const [, second, third] = api.callsTo('POST /api/generate');
    expect([third?.body, third?.headers['Idempotency-Key']]).toEqual([
      second?.body,
      second?.headers['Idempotency-Key'],
    ]);
  });

  it('can be reopened from /customize without another redirect', async () => {
    const { user } = await generateFirstArtwork();
    await user.click(screen.getByRole('link', { name: 'Put it on a product' }));
    await user.click(await screen.findByRole('link', { name: 'Try another variation' }));
    await user.click(await screen.findByRole('button', { name: 'New variation' }));
    expect(await findVariation(2)).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByText('Taking you to your products…')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Put it on a product' }));
    await waitForAddress(getCustomizeUrl(IDS[1]));
    expect(await screen.findByRole('link', { name: 'Try another variation' })).toBeVisible();
  });
});

describe('the finished step', () => {
  const expectFinished = async () => {
    const madeFrom = within(await screen.findByRole('region', { name: 'Made from' }));
    expect(await madeFrom.findByText('modern Style')).toBeVisible();
    expect(madeFrom.getByText('Biscuit')).toBeVisible();
    expect(madeFrom.getByRole('img', { name: 'Your photo' })).toHaveAttribute('src', '/media/photo');
    expect(screen.getByRole('heading', { name: 'Say hello to Biscuit' })).toBeVisible();
    expect(getArtworkUrl()).toBe(`/media/${IDS[0]}`);
    expect(screen.getByText('Take your time.')).toBeVisible();
  };

  it('is shown again by Back and by a reload, but not by a new visit', async () => {
    const { user } = await generateFirstArtwork();
    await user.click(screen.getByRole('link', { name: 'Put it on a product' }));
    await waitForAddress(getCustomizeUrl(IDS[0]));
    act(() => window.history.back());
    await expectFinished();
    closeTab();
    openShop(null);
    await expectFinished();
    act(() => window.history.forward());
    await waitForAddress(getCustomizeUrl(IDS[0]));
    closeTab();
    openShop('/create');
    expect(await screen.findByLabelText('Photo of your pet')).toBeInTheDocument();
  });

  it('draws the same pet in another style, and Back shows the first one', async () => {
    const { api, user } = await generateFirstArtwork();
    await user.click(screen.getByRole('link', { name: 'Another style' }));
    expect(await screen.findByLabelText(/Pet name/)).toHaveValue('Biscuit');
    await user.click(screen.getByRole('radio', { name: 'Abstract' }));
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    expect(await screen.findByText('abstract Style')).toBeVisible();
    expect(api.callsTo('POST /api/generate')[1]?.body).toEqual({
      imageUrl: '/media/photo',
      styleKey: 'abstract',
      petName: 'Biscuit',
      prompt: 'a crown',
    });
    act(() => window.history.back());
    await expectFinished();
  });
});

describe('an overloaded art service', () => {
  it('is not retried at once; its message is shown and all input is kept', async () => {
    const message = 'The art studio is very busy: about 2 minutes of work are waiting. Please try again then.';
    saveDraft('wizard', { ...EMPTY_WIZARD, photo: PHOTO, styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' });
    const api = stubApi({
      ...answers,
      'POST /api/generate': { status: 503, text: message, headers: { 'retry-after': '120' } },
    });
    const { user } = openShop('/create');
    await user.click(await screen.findByRole('button', { name: 'Generate Art' }));
    await findToast('Generation failed', 'Please try again');
    expect(screen.getByText(message)).toBeVisible();
    expect(
      within(screen.getByRole('region', { name: 'Your photo' })).getByRole('img', { name: 'Your photo' }),
    ).toHaveAttribute('src', '/media/photo');
    expect(screen.getByRole('radio', { name: 'Modern' })).toBeChecked();
    expect(screen.getByLabelText(/Pet name/)).toHaveValue('Biscuit');
    expect(screen.getByLabelText(/Custom prompt/)).toHaveValue('a crown');
    expect(api.callsTo('POST /api/generate')).toHaveLength(1);
  });
});
