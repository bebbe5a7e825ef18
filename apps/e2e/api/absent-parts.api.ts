import { randomUUID } from 'node:crypto';
import { ADDRESS, operations, SAMPLE, type Operation } from '@shop/contracts/api';
import type { ServiceName } from '@shop/tools/stack';
import { letterTo } from '../support/letters.ts';
import { type Api, expect, test } from './api.fixture.ts';
import { Person } from './person.ts';
import { until } from './until.ts';
import type { World } from './world.ts';
import { Database } from '../support/database.ts';
import { away, type Call, documentedRefusalTo, refusalOf, refusalTo } from './faults/refusal.ts';

interface Part {
  service: Exclude<ServiceName, 'gateway'>;
  name: string;
  /** Its own rows; the archive of personal data is everybody's who keeps some. */
  owns: RegExp;
  /** What people do while it is being stopped and is away; what is returned has to be true once it is back. */
  meanwhile: (world: World, stop: () => Promise<void>) => Promise<() => Promise<unknown>>;
}

const PARTS: Part[] = [
  {
    service: 'identity-svc',
    name: 'The sign-in service',
    owns: /^\/api\/(register|login|logout|user|forgot-password|reset-password)\b/,
    meanwhile: withoutSignIn,
  },
  {
    service: 'catalog-svc',
    name: 'The catalogue',
    owns: /^\/api\/(products|admin\/products)(\/|$)/,
    meanwhile: withoutCatalogue,
  },
  {
    service: 'art-svc',
    name: 'The art studio',
    owns: /^\/api\/(styles|artworks|uploads?|generate|designs|user\/data|admin\/product-pictures|admin\/print-files|print-files)\b/,
    meanwhile: withoutArt,
  },
  {
    service: 'order-svc',
    name: 'The order desk',
    owns: /^\/api\/(cart|checkout|sandbox|webhooks|orders|user\/data|admin\/stats|admin\/money|admin\/orders)\b/,
    meanwhile: withoutOrders,
  },
  {
    service: 'support-svc',
    name: 'The contact desk',
    owns: /^\/api\/(contact|user\/data|admin\/contact-submissions)\b/,
    meanwhile: withoutContact,
  },
];

const addressOf = ({ path }: Operation): string => path.replaceAll(/:\w+/g, SAMPLE.unknown);
const titleOf = ({ method, path }: Operation): string => `${method} ${path}`;

type Callers = Record<Operation['access'], Person>;

/** Everybody, known at the door: they were there a moment ago. */
async function callersOf(world: World): Promise<Callers> {
  const nobody = new Person(world.shop.url);
  const [guest, customer, admin] = [
    await world.person('a guest'),
    await world.person('a customer'),
    await world.person('an admin'),
  ];
  for (const person of [guest, customer, admin]) await person.must('GET', '/api/cart');
  return { public: nobody, internal: nobody, guest, session: guest, user: customer, admin };
}

async function ownRows(api: Api, callers: Callers, { name, owns }: Part): Promise<void> {
  const pet = await api.world.pet();
  for (const operation of operations.filter(({ path }) => owns.test(path))) {
    const [example] = operation.examples;
    // Attempts are counted by the caller's address.
    const caller = operation.access === 'public' ? new Person(api.world.shop.url) : callers[operation.access];
    const call: Call = [
      operation.method,
      addressOf(operation),
      { body: example?.body, file: operation.body === 'upload' ? pet : undefined },
    ];
    expect([titleOf(operation), await refusalTo(api, caller, call)]).toEqual([titleOf(operation), away(503, name)]);
  }
}

/** All that only reads; who is not known to the door meets the sign-in service, so without that there is nobody but the public. */
async function otherRows({ world }: Api, callers: Callers, { service, owns }: Part): Promise<void> {
  const others = operations.filter(
    ({ method, path, access }) =>
      method === 'GET' && !owns.test(path) && (service !== 'identity-svc' || access === 'public'),
  );
  for (const operation of others) {
    const caller = operation.access === 'public' ? new Person(world.shop.url) : callers[operation.access];
    const { status } = await caller.send('GET', addressOf(operation));
    expect([titleOf(operation), status]).toEqual([
      titleOf(operation),
      operation.path.includes(':') ? 404 : operation.answer.status,
    ]);
  }
}

for (const part of PARTS) {
  const { service } = part;
  test(`${service} is down: its own calls name it (503), all others go on, and nothing is lost`, async ({ api }) => {
    const { world } = api;
    const { shop } = world;
    const callers = await callersOf(world);
    let afterwards: () => Promise<unknown>;
    try {
      afterwards = await part.meanwhile(world, () => shop.stopService(service));
      await ownRows(api, callers, part);
      await otherRows(api, callers, part);
    } finally {
      await shop.startService(service);
    }
    await afterwards();
  });
}

/** Somebody the door does not know is not taken for nobody; only the contact form asks no further. */
async function withoutSignIn(world: World, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await world.person('a customer');
  await stop();
  const unavailable = away(503, 'The sign-in service');
  for (const path of ['/api/cart', '/api/designs', '/api/orders'])
    expect(refusalOf(await customer.send('GET', path))).toEqual(unavailable);
  const first = new Person(world.shop.url);
  expect(refusalOf(await first.send('POST', '/api/upload', { file: await world.pet() }))).toEqual(unavailable);
  const letter = {
    name: 'Pat Doe',
    email: customer.email,
    subject: 'Signing in',
    message: 'It says to try again in a moment.',
  };
  expect((await customer.send('POST', '/api/contact', { body: letter })).status).toBe(201);
  return () => customer.must('GET', '/api/user');
}

/** What a cart knows of products is its own. */
async function withoutCatalogue(world: World, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await world.person('a customer', ['a cart']);
  const made = await world.make(['a cart'], customer, 'a customer');
  await stop();
  expect(
    (await customer.send('PATCH', `/api/cart/${made.get(SAMPLE.cartItem)}`, { body: { quantity: 2 } })).status,
  ).toBe(200);
  expect((await customer.send('POST', '/api/checkout/shipping', { body: ADDRESS })).status).toBe(200);
  return () => customer.must('GET', `/api/products/${made.get(SAMPLE.product)}/variants`);
}

/** Who waits for a drawing is told, and finds it under the same key. */
async function withoutArt(world: World, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await world.person('a customer');
  const { url } = await customer.must<{ url: string }>('POST', '/api/upload', { file: await world.pet() });
  const asking = { headers: { 'idempotency-key': randomUUID() }, body: { imageUrl: url, styleKey: 'abstract' } };
  await Database.during(world.shop, 'art', async (database) => {
    // Drawn it may be, but not kept.
    const release = await database.hold('LOCK TABLE images IN SHARE MODE');
    const waiting = customer.send('POST', '/api/generate', asking);
    await Promise.race([
      until('the drawing to be under way', async () => (await customer.must<object[]>('GET', '/api/designs'))[0]),
      waiting,
    ]);
    const stopping = stop();
    const sentence = 'Your artwork is still being drawn. Please try again in a moment.';
    expect(refusalOf(await waiting)).toEqual({ status: 503, sentence, retryAfter: '3' });
    await release();
    await stopping;
  });
  return async () => {
    await customer.must('POST', '/api/generate', asking);
    expect(await customer.must('GET', '/api/designs')).toMatchObject([{ status: 'completed' }]);
  };
}

/** A price that changed while carts could not hear of it. */
async function withoutOrders(world: World, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await world.person('a customer', ['a cart']);
  const admin = await world.person('an admin');
  const made = await world.make(['a cart'], customer, 'a customer');
  const { id } = await admin.must<{ id: string }>('POST', '/api/admin/products', {
    body: { title: 'Warm Scarf', category: 'hoodie', basePrice: '20.00' },
  });
  const body = { productId: id, generatedImageId: made.get(SAMPLE.artwork) };
  await expect.poll(async () => (await customer.send('POST', '/api/cart', { body })).status).toBe(200);
  const before = await customer.must<{ subtotal: string }>('GET', '/api/cart');
  await stop();
  await admin.must('PATCH', `/api/admin/products/${id}`, { body: { basePrice: '25.00' } });
  const expected = (Number(before.subtotal) + 5).toFixed(2);
  return () =>
    expect
      .poll(async () => (await customer.must<{ subtotal: string }>('GET', '/api/cart')).subtotal, { timeout: 30_000 })
      .toBe(expected);
}

/** Whoever comes new is welcomed later. */
async function withoutContact(world: World, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  await stop();
  const { email } = await world.person('a customer');
  return () => letterTo(world.shop.folder.mail, email, /welcome/i);
}

test.describe('the order desk breaks off in the middle of a call', () => {
  test('is told (502), and the cart is as it was', async ({ api }) => {
    const { world } = api;
    const customer = await world.person('a customer', ['a cart']);
    const made = await world.make(['a cart'], customer, 'a customer');
    const cart = await customer.must('GET', '/api/cart');
    await Database.during(world.shop, 'orders', async (database) => {
      const release = await database.hold(
        'SELECT FROM carts WHERE id = (SELECT cart_id FROM cart_items WHERE id = $1) FOR UPDATE',
        [made.get(SAMPLE.cartItem)],
      );
      const waiting = customer.send('POST', '/api/checkout/shipping', { body: ADDRESS });
      await database.waiting(1);
      world.shop.kill('order-svc', 'SIGKILL');
      expect(refusalOf(await waiting)).toEqual(away(502, 'The order desk'));
      await release();
    });
    await expect.poll(async () => (await customer.send('GET', '/api/cart')).status, { timeout: 30_000 }).toBe(200);
    expect(await customer.must('GET', '/api/cart')).toEqual(cart);
    await customer.must('POST', '/api/checkout/shipping', { body: ADDRESS });
  });
});

test.describe('a part that does not answer', () => {
  test('is named when its time is up (504); what takes long gets 10 s more', async ({ api }) => {
    const { world } = api;
    const { shop } = world;
    const customer = await world.person('a customer', ['an artwork']);
    const made = await world.make(['an artwork'], customer, 'a customer');
    const drawing: Call = [
      'POST',
      '/api/generate',
      { body: { imageUrl: `/media/${made.get(SAMPLE.photo)}`, styleKey: 'modern' } },
    ];
    await shop.stopService('gateway');
    await shop.startService('gateway', { ANSWER_TIMEOUT_MS: '1000', ART_DEADLINE_MS: '1' });
    // The new gateway's first calls may take longer than it now allows.
    for (const path of ['/api/user', '/api/products'])
      await expect.poll(async () => (await customer.send('GET', path)).status).toBe(200);
    shop.kill('art-svc', 'SIGSTOP');
    try {
      const said = await Promise.all([
        documentedRefusalTo(api, customer, drawing),
        refusalTo(api, customer, ['GET', '/api/styles']),
        refusalTo(api, customer, ['GET', '/api/designs']),
      ]);
      const late = {
        status: 504,
        sentence: 'The art studio is taking too long to answer. Please try again in a moment.',
        retryAfter: '5',
      };
      expect(said).toEqual([late, late, late]);
      await customer.must('GET', '/api/products');
    } finally {
      shop.kill('art-svc', 'SIGCONT');
      await shop.stopService('gateway');
      await shop.startService('gateway');
    }
    await expect.poll(async () => (await customer.send('GET', '/api/styles')).status).toBe(200);
  });
});
