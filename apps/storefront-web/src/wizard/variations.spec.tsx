import { addressBar, seenToast, stubApi, type SeenCall, type StubbedAnswer } from '@shop/web-testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { saveDraft } from '../draft.js';
import { aStyle } from '../testing/builders.js';
import { closeTab, resetBrowser, openShop } from '../testing/open-shop.js';
import { stubEventSource } from '../testing/stub-event-source.js';
import { EMPTY_WIZARD } from './wizard-state.js';

const PHOTO = { id: '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90', url: '/media/photo', width: 100, height: 80 };
const IDS = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
] as const;
const never = new Promise(() => undefined);

const drawn = (outputImageId: string): StubbedAnswer => ({
  status: 201,
  json: { id: outputImageId, outputImageId, outputImage: { id: outputImageId, url: `/media/${outputImageId}` } },
});
const variationOf = (call: SeenCall): number => (call.body as { variation?: number }).variation ?? 0;
const answers = {
  'GET /api/styles': { json: [aStyle('modern')] },
  'GET /api/user': { status: 401, text: 'Not signed in' },
  'GET /api/products': { json: [] },
  'POST /api/generate': (call: SeenCall) => drawn(IDS[variationOf(call)] ?? ''),
};

const shown = () => screen.getByRole('img', { name: 'Your artwork' }).getAttribute('src');
const newVariation = () => screen.getByRole('button', { name: 'New variation' });
const variation = (number: number) => screen.findByRole('button', { name: `Variation ${number}` });
const strip = () => screen.queryByRole('list', { name: 'Variations' });
const customizeOf = (id: string): string => `/customize?imageId=${id}&imageUrl=%2Fmedia%2F${id}`;

/** Somebody whose first artwork has just been drawn. */
async function openFirst(given: Partial<Parameters<typeof stubApi>[0]> = {}) {
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
  it('draws the same photo, style, name and prompt in the next variation, under a key of its own, and shows it', async () => {
    const { api, user } = await openFirst();
    expect(strip()).not.toBeInTheDocument();
    await user.click(newVariation());
    expect(await variation(2)).toHaveAttribute('aria-pressed', 'true');
    await user.click(newVariation());
    expect(await variation(3)).toHaveAttribute('aria-pressed', 'true');
    expect(await variation(1)).toHaveAttribute('aria-pressed', 'false');
    expect(shown()).toBe(`/media/${IDS[2]}`);
    const calls = api.callsOf('POST /api/generate');
    const same = { imageUrl: '/media/photo', styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' };
    expect(calls.map(({ body }) => body)).toEqual([same, { ...same, variation: 1 }, { ...same, variation: 2 }]);
    expect(new Set(calls.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(3);
  });

  it('keeps the artwork in sight while the next one is drawn, tells how far that is, and asks once for two clicks', async () => {
    const stream = stubEventSource();
    const { api, user } = await openFirst({
      'POST /api/generate': (call: SeenCall) => (variationOf(call) === 0 ? drawn(IDS[0]) : { after: never }),
    });
    await user.dblClick(newVariation());
    newVariation().focus();
    await user.keyboard('[Enter]');
    expect(shown()).toBe(`/media/${IDS[0]}`);
    act(() => stream.opened.at(-1)?.emit('progress', { percent: 40, stage: 'Finding the eyes' }));
    expect(screen.getByText('Finding the eyes')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    expect(newVariation()).toHaveAttribute('aria-disabled', 'true');
    expect(newVariation()).toHaveFocus();
    expect(api.callsOf('POST /api/generate')).toHaveLength(2);
  });

  it('lets each be chosen, by keyboard as well; the one that is chosen goes on to /customize', async () => {
    const { user } = await openFirst();
    await user.click(newVariation());
    await variation(2);
    (await variation(1)).focus();
    await user.keyboard('[Space]');
    expect(await variation(1)).toHaveAttribute('aria-pressed', 'true');
    expect(shown()).toBe(`/media/${IDS[0]}`);
    await user.click(screen.getByRole('link', { name: 'Choose a product now' }));
    await waitFor(() => expect(addressBar()).toBe(customizeOf(IDS[0])));
  });

  it('that fails keeps what was made, says why, and can be tried again by the same number', async () => {
    const sentence = 'The art studio is very busy: about 2 minutes of work are waiting. Please try again then.';
    const { api, user } = await openFirst({
      'POST /api/generate': (call: SeenCall) =>
        variationOf(call) === 1
          ? { status: 503, text: sentence, headers: { 'retry-after': '120' } }
          : drawn(IDS[variationOf(call)] ?? ''),
    });
    await user.click(newVariation());
    await seenToast('Generation failed', 'Please try again');
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    expect(shown()).toBe(`/media/${IDS[0]}`);
    expect(await variation(1)).toHaveAttribute('aria-pressed', 'true');
    api.answers['POST /api/generate'] = answers['POST /api/generate'];
    await user.click(newVariation());
    expect(await variation(2)).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(api.callsOf('POST /api/generate').map(variationOf)).toEqual([0, 1, 1]);
  });

  it('survives a reload: the strip is there, and the drawing that runs is joined', async () => {
    const { api, user } = await openFirst({
      'POST /api/generate': (call: SeenCall) => (variationOf(call) === 0 ? drawn(IDS[0]) : { after: never }),
    });
    await user.click(newVariation());
    await screen.findByRole('progressbar');
    // Nothing is tidied up when a tab is reloaded.
    const kept = sessionStorage.getItem('draft:wizard') ?? '';
    closeTab();
    sessionStorage.setItem('draft:wizard', kept);
    api.answers['POST /api/generate'] = answers['POST /api/generate'];
    openShop('/create');
    expect(await variation(2)).toHaveAttribute('aria-pressed', 'true');
    const [, second, third] = api.callsOf('POST /api/generate');
    expect([third?.body, third?.headers['Idempotency-Key']]).toEqual([
      second?.body,
      second?.headers['Idempotency-Key'],
    ]);
  });

  it('can be come back to from /customize, where nobody is taken away from it', async () => {
    const { user } = await openFirst();
    await user.click(screen.getByRole('link', { name: 'Choose a product now' }));
    await user.click(await screen.findByRole('link', { name: 'Try another variation' }));
    expect(await variation(1)).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByText('Taking you to your products…')).not.toBeInTheDocument();
    await user.click(newVariation());
    expect(await variation(2)).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('link', { name: 'Choose a product now' }));
    await waitFor(() => expect(addressBar()).toBe(customizeOf(IDS[1])));
    expect(await screen.findByRole('link', { name: 'Try another variation' })).toBeVisible();
  });

  it('gives way to another photo', async () => {
    const { user } = await openFirst();
    await user.click(newVariation());
    await variation(2);
    await user.click(screen.getByRole('button', { name: 'Start with another photo' }));
    expect(await screen.findByLabelText('Photo of your pet')).toBeInTheDocument();
    expect(strip()).not.toBeInTheDocument();
  });
});

describe('a studio that is full', () => {
  it('is not asked again at once; its sentence stands in the wizard, which keeps everything', async () => {
    const sentence = 'The art studio is very busy: about 2 minutes of work are waiting. Please try again then.';
    saveDraft('wizard', { ...EMPTY_WIZARD, photo: PHOTO, styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' });
    const api = stubApi({
      ...answers,
      'POST /api/generate': { status: 503, text: sentence, headers: { 'retry-after': '120' } },
    });
    const { user } = openShop('/create');
    await user.click(await screen.findByRole('button', { name: 'Generate Art' }));
    await seenToast('Generation failed', 'Please try again');
    expect(screen.getByText(sentence)).toBeVisible();
    expect(
      within(screen.getByRole('region', { name: 'Your photo' })).getByRole('img', { name: 'Your photo' }),
    ).toHaveAttribute('src', '/media/photo');
    expect(screen.getByRole('radio', { name: 'Modern' })).toBeChecked();
    expect(screen.getByLabelText(/Pet name/)).toHaveValue('Biscuit');
    expect(screen.getByLabelText(/Custom prompt/)).toHaveValue('a crown');
    expect(api.callsOf('POST /api/generate')).toHaveLength(1);
  });
});
