import { REVIEW_LINK_ENDED, type ReviewInvitation } from '@shop/contracts-catalog';
import { doubleClick, stubApi, type StubbedResponse } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { closeTab, openShop, resetBrowser } from '../testing/open-shop.js';

afterEach(resetBrowser);

const KEY = 'hT4nWq8zR2mXcV7bLpY5dK';
const GET = `GET /api/reviews/invitation?key=${KEY}`;
const POST = 'POST /api/reviews';
const PHOTO_ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const TEE = { productId: '0c9f5b0e-2f86-4d7e-8a37-5a1c8e7d6f01', title: 'Classic Tee', imageUrl: null, review: null };
const TAG = { productId: '0c9f5b0e-2f86-4d7e-8a37-5a1c8e7d6f02', title: 'Bone Tag', imageUrl: null, review: null };
const invitation = (products: ReviewInvitation['products'] = [TEE]): ReviewInvitation => ({
  firstName: 'Pat',
  expiresAt: '2027-02-20T10:00:00.000Z',
  products,
});

function openReview(responses: Record<string, StubbedResponse> = {}, address: string | null = `/review#${KEY}`) {
  const api = stubApi({
    'GET /api/user': { status: 401, text: 'Not signed in' },
    [GET]: { json: invitation() },
    [POST]: { status: 204 },
    ...responses,
  });
  return { ...openShop(address), api };
}
const findForm = async (name = 'Classic Tee') => within(await screen.findByRole('form', { name }));

it('is written with stars, words, name and a photo, and sent once', async () => {
  const { user, api } = openReview({
    'POST /api/upload': { status: 201, json: { id: PHOTO_ID, url: `/media/${PHOTO_ID}`, width: 40, height: 30 } },
  });
  const form = await findForm();
  await waitFor(() => expect(window.location.href).not.toContain(KEY));
  await user.click(form.getByRole('radio', { name: '3 stars: Good' }));
  await user.keyboard('{ArrowRight}');
  expect(form.getByRole('radio', { name: '4 stars: Very good' })).toBeChecked();
  await user.type(form.getByLabelText('Your review (optional)'), ' So soft. ');
  expect(form.getByLabelText('Your name')).toHaveValue('Pat');
  await user.upload(form.getByLabelText('Photo for your review'), new File(['…'], 'her.jpg', { type: 'image/jpeg' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  doubleClick(form.getByRole('button', { name: 'Send Review' }));
  const thanks = await screen.findByText('Thank you! We read it first, and then others see it, word for word.');
  expect(thanks).toHaveFocus();
  expect(api.callsTo(POST).map(({ body }) => body)).toEqual([
    { key: KEY, productId: TEE.productId, rating: 4, text: 'So soft.', name: 'Pat', photoId: PHOTO_ID },
  ]);
  await user.click(screen.getByRole('button', { name: 'Change my review' }));
  const again = await findForm();
  expect(again.getByRole('radio', { name: '4 stars: Very good' })).toBeChecked();
  await user.click(again.getByRole('checkbox', { name: 'Remove the photo that I sent before' }));
  await user.click(again.getByRole('button', { name: 'Send Review' }));
  await waitFor(() => expect(api.callsTo(POST)[1]?.body).toMatchObject({ photoId: null }));
});

it('names what is missing, and focuses it', async () => {
  const { user, api } = openReview();
  const form = await findForm();
  await user.clear(form.getByLabelText('Your name'));
  await user.click(form.getByRole('button', { name: 'Send Review' }));
  expect(await form.findByText('Please choose 1 to 5 stars')).toBeVisible();
  expect(form.getByText('Name is required')).toBeVisible();
  expect(form.getByRole('radio', { name: '1 star: Poor' })).toHaveFocus();
  expect(api.callsTo(POST)).toEqual([]);
});

it('is kept after an error and a reload', async () => {
  const text = 'The catalogue is unavailable right now. Please try again in a moment.';
  const { user } = openReview({ [POST]: { status: 503, text } });
  const form = await findForm();
  await user.click(form.getByRole('radio', { name: '5 stars: Excellent' }));
  await user.type(form.getByLabelText('Your review (optional)'), 'Lovely');
  await user.click(form.getByRole('button', { name: 'Send Review' }));
  expect(await form.findByText(text)).toBeVisible();
  closeTab();
  openReview({}, null);
  const again = await findForm();
  expect(again.getByLabelText('Your review (optional)')).toHaveValue('Lovely');
  expect(again.getByRole('radio', { name: '5 stars: Excellent' })).toBeChecked();
});

describe('a photo of a stored draft', () => {
  const OTHER_ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a91';
  const uploaded = (id: string): StubbedResponse => ({
    status: 201,
    json: { id, url: `/media/${id}`, width: 40, height: 30 },
  });
  const choose = async (user: ReturnType<typeof openReview>['user'], name: string) => {
    const input = (await findForm()).getByLabelText('Photo for your review');
    await user.upload(input, new File(['…'], name, { type: 'image/jpeg' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  };
  /** Words and a photo, and then the page is loaded again. */
  async function reopen(photo: StubbedResponse) {
    const { user } = openReview({ 'POST /api/upload': uploaded(PHOTO_ID) });
    const form = await findForm();
    await user.click(form.getByRole('radio', { name: '5 stars: Excellent' }));
    await user.type(form.getByLabelText('Your review (optional)'), 'Lovely');
    await choose(user, 'her.jpg');
    closeTab();
    return openReview({ [`HEAD /media/${PHOTO_ID}`]: photo, 'POST /api/upload': uploaded(OTHER_ID) }, null);
  }

  it('that the server has deleted is named, and another takes its place; the words stay', async () => {
    const { user, api } = await reopen({ status: 404 });
    expect(await screen.findByText(/^This photo is not stored any more/)).toBeVisible();
    const form = await findForm();
    await user.click(form.getByRole('button', { name: 'Send Review' }));
    expect(api.callsTo(POST)).toEqual([]);
    await choose(user, 'again.jpg');
    expect(screen.queryByText(/^This photo is not stored any more/)).toBeNull();
    await user.click(form.getByRole('button', { name: 'Send Review' }));
    await waitFor(() =>
      expect(api.callsTo(POST)[0]?.body).toMatchObject({ rating: 5, text: 'Lovely', photoId: OTHER_ID }),
    );
  });

  it('that is deleted while the page is open is named when one comes back to it', async () => {
    const { api } = await reopen({});
    expect(await findForm()).toBeDefined();
    await waitFor(() => expect(api.callsTo(`HEAD /media/${PHOTO_ID}`)).toHaveLength(1));
    api.responses[`HEAD /media/${PHOTO_ID}`] = { status: 404 };
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText(/^This photo is not stored any more/)).toBeVisible();
  });

  it.each<StubbedResponse>([{ status: 503 }, { lost: true }])('stays while the server says %j', async (response) => {
    const { user, api } = await reopen(response);
    await waitFor(() => expect(api.callsTo(`HEAD /media/${PHOTO_ID}`)).toHaveLength(1));
    await user.click((await findForm()).getByRole('button', { name: 'Send Review' }));
    await waitFor(() => expect(api.callsTo(POST)[0]?.body).toMatchObject({ photoId: PHOTO_ID }));
  });
});

it('each product has its own, and what was decided is said', async () => {
  const review = { rating: 2, text: 'Too small', name: 'Pat', hasPhoto: false, status: 'rejected' as const };
  openReview({ [GET]: { json: invitation([{ ...TEE, review }, TAG]) } });
  expect(
    await screen.findByText('We could not publish this review. You can change it and send it again.'),
  ).toBeVisible();
  expect(screen.getByText('Too small')).toBeVisible();
  expect(await findForm('Bone Tag')).toBeDefined();
  expect(screen.queryByRole('form', { name: 'Classic Tee' })).toBeNull();
});

it.each([
  ['that is too old', `/review#${KEY}`],
  ['that is missing', '/review'],
])('a link %s says so', async (_, address) => {
  openReview({ [GET]: { status: 404, text: REVIEW_LINK_ENDED } }, address);
  expect(await screen.findByRole('heading', { name: 'This link has ended' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See our products' })).toHaveAttribute('href', '/products');
});

it('a server that is down is asked again', async () => {
  const { user, api } = openReview({ [GET]: { status: 503, text: 'The catalogue is unavailable right now.' } });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.responses[GET] = { json: invitation() };
  await user.click(retry);
  expect(await findForm()).toBeDefined();
});
