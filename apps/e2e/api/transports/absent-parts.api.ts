import { randomUUID } from 'node:crypto';
import { ADDRESS, SAMPLE } from '@shop/contracts/api';
import type { ServiceName } from '@shop/tools/stack';
import { Database } from '../../support/database.ts';
import { emailTo } from '../../support/emails.ts';
import { expect, test } from '../../support/test.ts';
import { until } from '../givens.ts';
import type { TestShop } from '../test-shop.ts';

interface Part {
  service: Exclude<ServiceName, 'gateway'>;
  /** A call of its own, which names it in the error. */
  call: string;
  name: string;
  /** What people do while the service stops and is down; the result must hold once it is back. */
  whileDown: (testShop: TestShop, stop: () => Promise<void>) => Promise<() => Promise<unknown>>;
}

const PARTS: Part[] = [
  { service: 'identity-svc', call: '/api/user', name: 'The sign-in service', whileDown: withoutSignIn },
  { service: 'catalog-svc', call: '/api/products', name: 'The catalogue', whileDown: withoutCatalogue },
  { service: 'art-svc', call: '/api/styles', name: 'The art studio', whileDown: withoutArt },
  { service: 'order-svc', call: '/api/cart', name: 'The order desk', whileDown: withoutOrders },
  {
    service: 'support-svc',
    call: '/api/admin/contact-submissions',
    name: 'The contact desk',
    whileDown: withoutSupport,
  },
];

for (const { service, call, name, whileDown } of PARTS) {
  test(`${service} is down: its calls name it (503), the others work, and nothing is lost`, async ({
    api: { testShop },
  }) => {
    const admin = await testShop.person('an admin');
    await admin.must('GET', '/api/cart');
    let afterwards: () => Promise<unknown>;
    try {
      afterwards = await whileDown(testShop, () => testShop.shop.stopService(service));
      const error = await admin.send('GET', call);
      const message = `${name} is unavailable right now. Please try again in a moment.`;
      expect.soft([error.status, error.text, error.headers.get('retry-after')]).toEqual([503, message, '5']);
      for (const part of PARTS)
        if (part.service !== service && service !== 'identity-svc')
          expect.soft([part.call, (await admin.send('GET', part.call)).status]).toEqual([part.call, 200]);
    } finally {
      await testShop.shop.startService(service);
    }
    await afterwards();
  });
}

/** The contact form alone needs nobody's identity. */
async function withoutSignIn(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await testShop.person('a customer');
  await stop();
  for (const path of ['/api/cart', '/api/designs', '/api/orders'])
    expect.soft([path, (await customer.send('GET', path)).status]).toEqual([path, 503]);
  const request = {
    name: 'Pat Doe',
    email: customer.email,
    subject: 'Signing in',
    message: 'It says to try again in a moment.',
  };
  expect((await customer.send('POST', '/api/contact', { body: request })).status).toBe(201);
  return () => customer.must('GET', '/api/user');
}

/** A cart has its own copy of what it needs to know of products. */
async function withoutCatalogue(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await testShop.person('a customer', ['a cart']);
  const made = await testShop.make(['a cart'], customer, 'a customer');
  await stop();
  await customer.must('PATCH', `/api/cart/${made.get(SAMPLE.cartItem)}`, { body: { quantity: 2 } });
  await customer.must('POST', '/api/checkout/shipping', { body: ADDRESS });
  return () => customer.must('GET', `/api/products/${made.get(SAMPLE.product)}/variants`);
}

/** A generation that was under way is found under the same key. */
async function withoutArt(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await testShop.person('a customer');
  const { url } = await customer.must<{ url: string }>('POST', '/api/upload', { file: await testShop.pet() });
  const asking = { headers: { 'idempotency-key': randomUUID() }, body: { imageUrl: url, styleKey: 'abstract' } };
  await Database.during(testShop.shop, 'art', async (database) => {
    // The artwork may be drawn, but not stored.
    const release = await database.lock('LOCK TABLE images IN SHARE MODE');
    const waiting = customer.send('POST', '/api/generate', asking);
    await until('the generation', async () => (await customer.must<object[]>('GET', '/api/designs'))[0]);
    const stopping = stop();
    const { status, text, headers } = await waiting;
    const message = 'Your artwork is still being drawn. Please try again in a moment.';
    expect.soft([status, text, headers.get('retry-after')]).toEqual([503, message, '3']);
    await release();
    await stopping;
  });
  return async () => {
    await customer.must('POST', '/api/generate', asking);
    expect(await customer.must('GET', '/api/designs')).toMatchObject([{ status: 'completed' }]);
  };
}

/** A price that changed while carts could not receive the event. */
async function withoutOrders(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await testShop.person('a customer', ['a cart']);
  const admin = await testShop.person('an admin');
  const made = await testShop.make(['a cart'], customer, 'a customer');
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

/** A new customer is welcomed later. */
async function withoutSupport(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  await stop();
  const { email } = await testShop.person('a customer');
  return () => emailTo(testShop.shop.folder.mail, email, /welcome/i);
}
