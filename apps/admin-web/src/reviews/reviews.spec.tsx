import type { AdminReview } from '@shop/contracts-catalog';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { REVIEW_SUMMARY } from '../testing/builders.js';
import { EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

afterEach(resetBrowser);

const PENDING = 'GET /api/admin/reviews?limit=50&status=pending';
const createReview = (overrides: Partial<AdminReview> = {}): AdminReview => ({
  id: '4b8f7f3e-51b5-4f0e-9a5b-4f5a0c6d7e81',
  rating: 4,
  text: 'So soft.\nAnd it looks just like her.',
  name: 'Pat',
  photoUrl: '/media/photo',
  writtenAt: new Date().toISOString(),
  productId: crypto.randomUUID(),
  productTitle: 'Classic T-Shirt',
  orderId: '7c1d9a52-3b64-4a8f-8f0e-2d6b5a4c3e10',
  orderNumber: 'PA-7K3M9QXW2T',
  status: 'pending',
  version: 2,
  ...overrides,
});
const REVIEW = createReview();
const PATH = `/api/admin/reviews/${REVIEW.id}`;

async function openReviews(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [REVIEW_SUMMARY]: { json: { pending: 1 } },
    [PENDING]: { json: [REVIEW] },
    ...responses,
  });
  const { user } = openAdmin('/admin?tab=reviews');
  const list = within(await screen.findByRole('list', { name: 'Reviews' }));
  return { server, user, list };
}

it('what waits is counted on the tab, and published from the version that was seen', async () => {
  const { server, user, list } = await openReviews({
    [`PATCH ${PATH}`]: { json: { ...REVIEW, status: 'published', version: 3 } },
  });
  expect(await screen.findByRole('tab', { name: /^Reviews/ })).toContainElement(screen.getByLabelText('1 waiting'));
  expect(list.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
  expect(list.getByRole('link', { name: 'Order PA-7K3M9QXW2T' })).toHaveAttribute(
    'href',
    `/admin?tab=orders&order=${REVIEW.orderId}`,
  );
  server.responses[REVIEW_SUMMARY] = { json: { pending: 0 } };
  await user.click(list.getByRole('button', { name: 'Publish' }));
  await findToast('Review published');
  expect(server.callsTo(`PATCH ${PATH}`)[0]).toMatchObject({
    body: { status: 'published' },
    headers: { 'if-match': '"2"' },
  });
  expect(list.getByText('published')).toBeVisible();
  expect(list.queryByRole('button', { name: 'Publish' })).toBeNull();
  expect(list.getByRole('button', { name: 'Reject' })).toBeVisible();
  await waitFor(() => expect(screen.queryByLabelText('1 waiting')).toBeNull());
});

it('a review that another admin has decided is loaded again, and the page says so', async () => {
  const text = 'This review has changed in between. Please look at it again; nothing was changed now.';
  const { server, user, list } = await openReviews({ [`PATCH ${PATH}`]: { status: 409, text } });
  server.responses[PENDING] = { json: [createReview({ status: 'rejected', version: 3 })] };
  await user.click(list.getByRole('button', { name: 'Reject' }));
  expect(await list.findByText(text)).toBeVisible();
  expect(await list.findByText('rejected')).toBeVisible();
});

it('is deleted after a question, and its photo is shown large', async () => {
  const { server, user, list } = await openReviews({ [`DELETE ${PATH}`]: { status: 204 } });
  await user.click(list.getByRole('button', { name: 'Enlarge Photo by Pat' }));
  expect(await screen.findByRole('dialog', { name: 'Photo by Pat' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(list.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete the review by Pat?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep Review' }));
  expect(server.callsTo(`DELETE ${PATH}`)).toEqual([]);
  await user.click(list.getByRole('button', { name: 'Delete' }));
  server.responses[PENDING] = { json: [] };
  await user.click(await screen.findByRole('button', { name: 'Delete Review' }));
  await findToast('Review deleted');
  expect(await screen.findByRole('heading', { name: 'No review waits for you' })).toBeVisible();
});

it('other statuses are chosen', async () => {
  const { user } = await openReviews({
    'GET /api/admin/reviews?limit=50': { json: [createReview({ status: 'published' }), createReview({ id: 'b' })] },
  });
  await user.selectOptions(screen.getByLabelText('Review status'), 'All');
  await waitFor(() => expect(screen.getAllByRole('group', { name: 'Review by Pat' })).toHaveLength(2));
});

it('a server without the call says so', async () => {
  stubApi({ ...EMPTY_SHOP, [PENDING]: { status: 404, text: 'Not found' } });
  openAdmin('/admin?tab=reviews');
  expect(await screen.findByText('This shop’s server has no reviews.')).toBeVisible();
});
