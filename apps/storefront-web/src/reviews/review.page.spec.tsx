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
