import { hash, randomUUID } from 'node:crypto';
import { reviewPhotoMissing } from '@shop/contracts-art';
import {
  REVIEW_LINK_ENDED,
  reviewChanged,
  type AdminReview,
  type ProductPage,
  type ReviewInvitation,
} from '@shop/contracts-catalog';
import { MESSAGES, parseNextPageUrl } from '@shop/contracts-common';
import { userErasureRequested } from '@shop/contracts-identity';
import {
  orderAnonymised,
  orderClaimed,
  orderEmailChanged,
  orderLinksEnded,
  orderReviewDue,
} from '@shop/contracts-order';
import {
  asAdmin,
  asGuest,
  asUser,
  type CallOptions,
  type EventRecorder,
  publishEvent,
  recordEvents,
  type TestService,
  waitFor,
} from '@shop/testing';
import { ReviewPersonalDataService } from '../src/reviews/review-personal-data.service.js';
import { FIRST_PUBLISHED_PAGE, PUBLISHED_PAGE_AFTER, SELECT_RATING } from '../src/reviews/reviews.repository.js';
import { CatalogueFixture, createProduct } from './support/catalogue-fixture.js';

let fixture: CatalogueFixture;
let service: TestService;
let events: EventRecorder;
let productId: string;
beforeAll(async () => {
  fixture = await CatalogueFixture.start();
  ({ service } = fixture);
  events = await recordEvents(fixture.transport, ['review.changed', 'reviews.erased']);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});
beforeEach(async () => {
  ({ id: productId } = await createProduct(service, { title: 'Classic Tee' }));
});

const LINK = { key: 'order-key', changeableUntil: null };
const MINUTE_MS = 60_000;

/** order-svc asks for a review of one product. Returns the key of the link once it is valid. */
async function invite({
  orderId = randomUUID(),
  userId = null as string | null,
  expiresInMs = 90 * MINUTE_MS,
  version = 0,
} = {}) {
  const key = randomUUID();
  const send = async () =>
    waitUntilHandled(
      await publishEvent(fixture.transport, orderReviewDue, {
        subject: `order/${orderId}`,
        data: {
          order: { id: orderId, orderNumber: 'PA-7K3M9QXW2T' },
          ...{ userId, version, linkVersion: 0, firstName: 'Pat', encrypted: '' },
          products: [{ productId, title: 'Classic Tee' }],
          keyHash: hash('sha256', key, 'base64url'),
          expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
        },
      }),
    );
  await send();
  return { key, orderId, send };
}

const waitUntilHandled = ({ id }: { id: string }) =>
  waitFor(async () =>
    expect(await fixture.database.query('SELECT FROM processed_events WHERE event_id = $1', [id])).toHaveLength(1),
  );

const claim = async (orderId: string, userId: string) =>
  waitUntilHandled(
    await publishEvent(fixture.transport, orderClaimed, { subject: `order/${orderId}`, data: { orderId, userId } }),
  );
const correctAddress = async (orderId: string, version: number) =>
  waitUntilHandled(
    await publishEvent(fixture.transport, orderEmailChanged, {
      subject: `order/${orderId}`,
      data: { order: { ...ORDER, id: orderId }, userId: null, link: LINK, version, linkVersion: 0 },
    }),
  );

const open = (key: string) => service.call('GET', `/api/reviews/invitation?key=${key}`);
const write = (key: string, words: object = {}, options: CallOptions = {}) =>
  service.call('POST', '/api/reviews', {
    body: { key, productId, rating: 5, text: 'So soft.', name: 'Pat', ...words },
    ...options,
  });
const listForAdmin = async (query = ''): Promise<AdminReview[]> =>
  (await service.call('GET', `/api/admin/reviews${query}`, { as: asAdmin() })).json<AdminReview[]>();
const findReview = async (orderId: string): Promise<AdminReview> => {
  const found = (await listForAdmin('?limit=100')).find((review) => review.orderId === orderId);
  if (!found) throw new Error('There is no such review');
  return found;
};
const decide = ({ id, version }: AdminReview, status: string) =>
  service.call('PATCH', `/api/admin/reviews/${id}`, {
    as: asAdmin(),
    body: { status },
    headers: { 'if-match': `"${version}"` },
  });
const rating = async () => (await service.call('GET', `/api/products/${productId}`)).json<ProductPage>().rating;
const listPublished = (query = '') => service.call('GET', `/api/products/${productId}/reviews${query}`);

async function publishReview(words: object = {}, options: CallOptions = {}) {
  const { key, orderId } = await invite();
  await write(key, words, options);
  await decide(await findReview(orderId), 'published');
  return { key, orderId };
}

describe('a review', () => {
  it('is written by the link of the email, and nobody else sees it before an admin publishes it', async () => {
    const { key, orderId } = await invite();
    expect((await open(key)).json()).toMatchObject({
      firstName: 'Pat',
      products: [{ productId, title: 'Classic Tee', imageUrl: null, review: null }],
    });
    const guest = asGuest();
    const photoId = randomUUID();
    const answer = await write(
      key,
      { rating: 4, text: ' So\u0007 soft.\r\n ', name: ' Pat\nD. ', photoId },
      { as: guest },
    );
    expect(answer).toMatchObject({ status: 204 });
    expect((await open(key)).json<ReviewInvitation>().products[0]?.review).toEqual({
      ...{ rating: 4, text: 'So soft.', name: 'Pat D.', hasPhoto: true, status: 'pending' },
    });
    expect(await rating()).toEqual({ count: 0, average: null });
    expect((await listPublished()).json()).toEqual([]);
    const review = await findReview(orderId);
    expect(review).toMatchObject({
      ...{
        productId,
        productTitle: 'Classic Tee',
        orderId,
        orderNumber: 'PA-7K3M9QXW2T',
        status: 'pending',
        version: 1,
      },
      photoUrl: `/media/${photoId}`,
    });
    const summary = await service.call('GET', '/api/admin/reviews/summary', { as: asAdmin() });
    expect(summary.json<{ pending: number }>().pending).toBeGreaterThan(0);
    expect((await decide(review, 'published')).json()).toMatchObject({ status: 'published', version: 2 });
    expect(await rating()).toEqual({ count: 1, average: 4 });
    expect((await listPublished()).json()).toEqual([
      {
        ...{ id: review.id, rating: 4, text: 'So soft.', name: 'Pat D.', photoUrl: `/media/${photoId}` },
        writtenAt: review.writtenAt,
      },
    ]);
    const published = await events.waitForEvent(
      'review.changed',
      ({ subject, data }) => subject === `review/${review.id}` && (data as { status: string }).status === 'published',
    );
    expect(reviewChanged.schema.parse(published.data)).toMatchObject({
      photo: { id: photoId, userId: null, guestId: guest.guestId },
      version: 2,
    });
    const audit = await fixture.database.query(
      'SELECT action, before, after FROM audit_entries WHERE subject_id = $1',
      [review.id],
    );
    expect(audit).toEqual([
      { action: 'review.published', before: { status: 'pending', productId }, after: { status: 'published' } },
    ]);
  });

  it('that is written again replaces the first and waits for an admin again; its photo stays unless another is sent', async () => {
    const { key, orderId } = await invite();
    const as = asGuest();
    const photoId = randomUUID();
    await write(key, { photoId }, { as });
    await decide(await findReview(orderId), 'published');
    await write(key, { rating: 1, text: '' });
    expect(await rating()).toEqual({ count: 0, average: null });
    expect(await findReview(orderId)).toMatchObject({
      ...{ rating: 1, text: '', status: 'pending', version: 3, photoUrl: `/media/${photoId}` },
    });
    await write(key, { photoId: null });
    expect((await findReview(orderId)).photoUrl).toBeNull();
  });

  it('stays without a photo that art-svc does not have any more', async () => {
    const photoId = randomUUID();
    const { orderId } = await publishReview({ photoId }, { as: asGuest() });
    const { id: reviewId, version } = await findReview(orderId);
    const losePhoto = async (imageId: string) =>
      waitUntilHandled(
        await publishEvent(fixture.transport, reviewPhotoMissing, {
          subject: `review-photo/${imageId}`,
          data: { reviewId, imageId },
        }),
      );
    await losePhoto(randomUUID());
    expect(await findReview(orderId)).toMatchObject({ version, photoUrl: `/media/${photoId}` });
    await losePhoto(photoId);
    expect(await findReview(orderId)).toMatchObject({ version: version + 1, photoUrl: null, status: 'published' });
    const isLast = ({ subject, data }: { subject: string; data: unknown }) =>
      subject === `review/${reviewId}` && (data as { version: number }).version === version + 1;
    expect((await events.waitForEvent('review.changed', isLast)).data).toMatchObject({ photo: null });
  });

  it.each([
    [{ rating: 0 }, 400, 'Please choose 1 to 5 stars'],
    [{ rating: 4.5 }, 400, 'Please choose 1 to 5 stars'],
    [{ name: ' ' }, 400, 'Name is required'],
    [{ name: 'x'.repeat(51) }, 400, 'Please use at most 50 characters for the name'],
    [{ text: '🐕'.repeat(2_001) }, 400, 'Please use at most 2,000 characters'],
    [{ productId: randomUUID() }, 404, MESSAGES.notFound],
    [{ photoId: randomUUID() }, 401, 'Not signed in'],
  ])('is refused with %j', async (words, status, message) => {
    const { key, orderId } = await invite();
    expect(await write(key, words)).toMatchObject({ status, text: message });
    await expect(findReview(orderId)).rejects.toThrow();
  });

  it('needs a link that is valid', async () => {
    const { key: expired } = await invite({ expiresInMs: -1 });
    const { key: ended, orderId, send } = await invite();
    const order = { ...ORDER, id: orderId };
    await publishEvent(fixture.transport, orderLinksEnded, {
      subject: `order/${orderId}`,
      sequence: 2,
      data: { order, userId: null, link: LINK, version: 0, linkVersion: 1 },
    });
    await waitFor(async () => expect((await open(ended)).status).toBe(404));
    await send();
    const corrected = randomUUID();
    await correctAddress(corrected, 1);
    const { key: late } = await invite({ orderId: corrected });
    const { key: present } = await invite({ orderId: corrected, version: 1 });
    expect((await open(present)).status).toBe(200);
    await correctAddress(corrected, 1);
    expect((await open(present)).status).toBe(200);
    for (const key of [expired, ended, late, 'made-up']) {
      expect(await open(key)).toMatchObject({ status: 404, text: REVIEW_LINK_ENDED });
      expect(await write(key)).toMatchObject({ status: 404, text: REVIEW_LINK_ENDED });
    }
    await service.get(ReviewPersonalDataService).deleteExpiredLinks();
    expect(await fixture.database.query('SELECT FROM review_invitations WHERE expires_at < now()')).toEqual([]);
  });

  it('is one, also when it is sent ten times at once', async () => {
    const { key, orderId } = await invite();
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await listForAdmin('?limit=100')).filter((review) => review.orderId === orderId)).toHaveLength(1);
  });

  it('is not shown for a product that is not on sale', async () => {
    await publishReview();
    await service.call('PATCH', `/api/admin/products/${productId}`, { as: asAdmin(), body: { active: false } });
    expect((await listPublished()).status).toBe(404);
  });
});

describe('published reviews', () => {
  it('come in pages, newest first, with an ETag', async () => {
    for (const stars of [3, 4, 4]) await publishReview({ rating: stars });
    expect(await rating()).toEqual({ count: 3, average: 3.67 });
    const first = await listPublished('?limit=2');
    expect(first.json<{ rating: number }[]>().map((review) => review.rating)).toEqual([4, 4]);
    const next = parseNextPageUrl(first.headers.get('link'));
    expect((await service.call('GET', next ?? '')).json()).toMatchObject([{ rating: 3 }]);
    const etag = first.headers.get('etag') ?? '';
    const again = await service.call('GET', `/api/products/${productId}/reviews?limit=2`, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });

  it('are in the head of the page for search engines', async () => {
    const readHead = async () => {
      const { slug } = (await service.call('GET', `/api/products/${productId}`)).json<ProductPage>();
      return (await service.call('GET', `/internal/page-heads/products/${slug}`)).json<{ data: object }>().data;
    };
    expect(await readHead()).not.toHaveProperty('aggregateRating');
    await publishReview({ rating: 4 });
    expect(await readHead()).toMatchObject({
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
      review: [{ author: { name: 'Pat' }, reviewBody: 'So soft.' }],
    });
  });

  it('are counted and listed by an index', async () => {
    const plan = async (sql: string, values: unknown[]): Promise<string> =>
      JSON.stringify(await fixture.database.query(`EXPLAIN (FORMAT JSON) ${sql}`, values));
    await fixture.database.query(
      `INSERT INTO reviews (order_id, order_number, product_id, rating, text, name, status)
       SELECT gen_random_uuid(), 'PA', id, 5, 'x', 'y', 'published' FROM products, generate_series(1, 3000)`,
    );
    await fixture.database.query('VACUUM ANALYZE reviews');
    expect(await plan(SELECT_RATING, [productId])).toContain('reviews_of_product');
    expect(await plan(FIRST_PUBLISHED_PAGE, [11, productId])).toContain('reviews_of_product');
    expect(await plan(PUBLISHED_PAGE_AFTER, [11, productId, new Date().toISOString(), randomUUID()])).not.toContain(
      '"Sort"',
    );
  });
});

describe('admins', () => {
  it('don’t overwrite each other’s decisions, and a repeated one changes nothing', async () => {
    const { key, orderId } = await invite();
    await write(key);
    const seen = await findReview(orderId);
    await decide(seen, 'published');
    expect((await decide(seen, 'published')).json()).toMatchObject({ status: 'published', version: 2 });
    const outdated = {
      status: 409,
      text: 'This review has changed in between. Please look at it again; nothing was changed now.',
    };
    expect(await decide(seen, 'rejected')).toMatchObject(outdated);
    const remove = (version: number) =>
      service.call('DELETE', `/api/admin/reviews/${seen.id}`, {
        as: asAdmin(),
        headers: { 'if-match': `"${version}"` },
      });
    expect(await remove(1)).toMatchObject(outdated);
    expect((await decide({ ...seen, version: 2 }, 'rejected')).json()).toMatchObject({
      status: 'rejected',
      version: 3,
    });
    expect((await remove(3)).status).toBe(204);
    expect((await remove(3)).status).toBe(404);
    await events.waitForEvent(
      'review.changed',
      ({ subject, data }) => subject === `review/${seen.id}` && (data as { status: string }).status === 'deleted',
    );
  });

  it('see one status in pages', async () => {
    const { orderId } = await publishReview();
    const statuses = (await listForAdmin('?status=published&limit=1')).map(({ status }) => status);
    expect(statuses).toEqual(['published']);
    expect((await listForAdmin('?status=pending&limit=100')).map((review) => review.orderId)).not.toContain(orderId);
  });

  it('only, not customers', async () => {
    expect((await service.call('GET', '/api/admin/reviews', { as: asUser() })).status).toBe(403);
  });
});

const requestErasure = (userId: string) =>
  publishEvent(fixture.transport, userErasureRequested, {
    subject: `user/${userId}`,
    data: { userId, email: 'pat@example.com', firstName: null, requestedAt: new Date().toISOString() },
  });

describe('an erasure', () => {
  it('of an account deletes its reviews and links, and confirms each time', async () => {
    const as = asUser();
    const userId = as.userId ?? '';
    const { key, orderId } = await invite({ userId });
    await write(key);
    await requestErasure(userId);
    const isConfirmation = ({ data }: { data: unknown }) => (data as { userId: string }).userId === userId;
    await events.waitForEvent('reviews.erased', isConfirmation);
    expect((await open(key)).status).toBe(404);
    await expect(findReview(orderId)).rejects.toThrow();
    await requestErasure(userId);
    await waitFor(() =>
      expect(events.list().filter((event) => event.type === 'reviews.erased' && isConfirmation(event))).toHaveLength(2),
    );
  });

  it('of an order does so too, also before its link has arrived', async () => {
    const { key, orderId, send } = await invite();
    await write(key);
    const { id } = await findReview(orderId);
    const late = randomUUID();
    for (const each of [orderId, late])
      await publishEvent(fixture.transport, orderAnonymised, {
        subject: `order/${each}`,
        sequence: 9,
        data: { orderId: each },
      });
    await events.waitForEvent(
      'review.changed',
      ({ subject, data }) => subject === `review/${id}` && (data as { status: string }).status === 'deleted',
    );
    await send();
    expect((await open(key)).status).toBe(404);
    await waitFor(async () =>
      expect(await fixture.database.query('SELECT FROM review_invitations WHERE order_id = $1', [late])).toHaveLength(
        1,
      ),
    );
    await claim(late, randomUUID());
    expect((await open((await invite({ orderId: late, version: 1 })).key)).status).toBe(404);
    expect(await fixture.database.query('SELECT user_id FROM review_invitations WHERE order_id = $1', [late])).toEqual([
      { user_id: null },
    ]);
  });
});

describe('a review of a guest’s order that an account has claimed', () => {
  const readExport = async (as: ReturnType<typeof asUser>) =>
    (await service.call('GET', '/internal/personal-data', { as })).text;

  it.each(['before its link arrives', 'before it is written', 'after it is written'] as const)(
    'belongs to the account: claimed %s',
    async (moment) => {
      const [as, orderId] = [asUser(), randomUUID()];
      const userId = as.userId ?? '';
      if (moment === 'before its link arrives') await claim(orderId, userId);
      const { key } = await invite({ orderId });
      if (moment === 'before it is written') await claim(orderId, userId);
      const guest = asGuest();
      await write(key, { text: 'My own words', photoId: randomUUID() }, { as: guest });
      const { id, version } = await findReview(orderId);
      if (moment === 'after it is written') {
        await claim(orderId, userId);
        const { data } = await events.waitForEvent(
          'review.changed',
          ({ subject, data }) => subject === `review/${id}` && (data as { userId: string | null }).userId === userId,
        );
        expect(data).toMatchObject({ status: 'pending', version: version + 1, photo: { guestId: guest.guestId } });
        await claim(orderId, userId);
        expect(await findReview(orderId)).toMatchObject({ version: version + 1 });
      }
      expect(await readExport(as)).toContain('My own words');
      await requestErasure(userId);
      await waitFor(() => expect(findReview(orderId)).rejects.toThrow());
      expect((await open(key)).status).toBe(404);
      expect(await readExport(as)).not.toContain('My own words');
    },
  );
});

it('a customer’s data export has the own reviews', async () => {
  const as = asUser();
  const { key } = await invite({ userId: as.userId ?? null });
  await write(key, { text: 'My own words' });
  const answer = await service.call('GET', '/internal/personal-data', { as });
  expect(answer.text).toContain('reviews.json');
  expect(answer.text).toContain('My own words');
});

const ORDER = {
  id: '',
  orderNumber: 'PA-7K3M9QXW2T',
  createdAt: '2026-11-20T14:05:00.000Z',
  status: 'delivered' as const,
  paymentStatus: 'paid' as const,
  email: null,
  ...{ subtotal: '24.00', shipping: '9.99', tax: '1.92', total: '35.91' },
  shippingAddress: { name: 'Pat', address: '1 Main St', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' },
  items: [],
};
