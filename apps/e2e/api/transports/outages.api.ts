import { randomUUID } from 'node:crypto';
import { ADDRESS, SAMPLE } from '@shop/contracts-common/docs';
import type { ServiceName } from '@shop/tools/stack';
import { Database } from '../../support/database.ts';
import { waitForEmail } from '../../support/emails.ts';
import { expect, test } from '../../support/test.ts';
import { waitFor } from '../preconditions.ts';
import type { TestShop } from '../test-shop.ts';

interface Outage {
  service: Exclude<ServiceName, 'gateway'>;
  /** A call of this service; its error names the service. */
  call: string;
  name: string;
  /** Acts while the service stops and is down. The returned check runs after its restart. */
  whileDown: (testShop: TestShop, stop: () => Promise<void>) => Promise<() => Promise<unknown>>;
}

const OUTAGES: Outage[] = [
  { service: 'identity-svc', call: '/api/user', name: 'The sign-in service', whileDown: checkWithoutIdentity },
  { service: 'catalog-svc', call: '/api/products', name: 'The catalogue', whileDown: checkWithoutCatalogue },
  { service: 'art-svc', call: '/api/styles', name: 'The art studio', whileDown: checkWithoutArt },
  { service: 'order-svc', call: '/api/cart', name: 'The order service', whileDown: checkWithoutOrders },
  {
    service: 'support-svc',
    call: '/api/admin/contact-submissions',
    name: 'The contact service',
    whileDown: checkWithoutSupport,
  },
];

for (const { service, call, name, whileDown } of OUTAGES) {
  test(`${service} is down: its calls answer 503 with its name, others work, and nothing is lost`, async ({
    api: { testShop },
  }) => {
    const admin = await testShop.getClient('an admin');
    await admin.sendOrThrow('GET', '/api/cart');
    let afterwards: () => Promise<unknown>;
    try {
      afterwards = await whileDown(testShop, () => testShop.shop.stopService(service));
      const error = await admin.send('GET', call);
      const message = `${name} is unavailable right now. Please try again in a moment.`;
      expect.soft([error.status, error.text, error.headers.get('retry-after')]).toEqual([503, message, '5']);
      for (const part of OUTAGES)
        if (part.service !== service && service !== 'identity-svc')
          expect.soft([part.call, (await admin.send('GET', part.call)).status]).toEqual([part.call, 200]);
    } finally {
      await testShop.shop.startService(service);
    }
    await afterwards();
  });
}

/** The contact form works without sessions. */
async function checkWithoutIdentity(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await testShop.getClient('a customer');
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
  return () => customer.sendOrThrow('GET', '/api/user');
}

/** Carts have their own copy of the products. */
async function checkWithoutCatalogue(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await testShop.getClient('a customer', ['a cart']);
  const values = await testShop.createPreconditions(['a cart'], customer, 'a customer');
  await stop();
  await customer.sendOrThrow('PATCH', `/api/cart/${values.get(SAMPLE.cartItem)}`, { body: { quantity: 2 } });
  await customer.sendOrThrow('POST', '/api/checkout/shipping', { body: ADDRESS });
  return () => customer.sendOrThrow('GET', `/api/products/${values.get(SAMPLE.product)}/variants`);
}

/** A running generation is completed under the same key. */
async function checkWithoutArt(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await testShop.getClient('a customer');
  const { url } = await customer.sendOrThrow<{ url: string }>('POST', '/api/upload', {
    file: await testShop.getPhoto(),
  });
  const asking = { headers: { 'idempotency-key': randomUUID() }, body: { imageUrl: url, styleKey: 'abstract' } };
  await Database.withDatabase(testShop.shop, 'art', async (database) => {
    // The artwork can be rendered, but not stored.
    const release = await database.lock('LOCK TABLE images IN SHARE MODE');
    const waiting = customer.send('POST', '/api/generate', asking);
    await waitFor('the generation', async () => (await customer.sendOrThrow<object[]>('GET', '/api/designs'))[0]);
    const stopping = stop();
    const { status, text, headers } = await waiting;
    const message = 'Your artwork is still being drawn. Please try again in a moment.';
    expect.soft([status, text, headers.get('retry-after')]).toEqual([503, message, '3']);
    await release();
    await stopping;
  });
  return async () => {
    await customer.sendOrThrow('POST', '/api/generate', asking);
    expect(await customer.sendOrThrow('GET', '/api/designs')).toMatchObject([{ status: 'completed' }]);
  };
}

/** The price changes while order-svc is down. */
async function checkWithoutOrders(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  const customer = await testShop.getClient('a customer', ['a cart']);
  const admin = await testShop.getClient('an admin');
  const values = await testShop.createPreconditions(['a cart'], customer, 'a customer');
  const { id } = await admin.sendOrThrow<{ id: string }>('POST', '/api/admin/products', {
    body: { title: 'Warm Scarf', category: 'hoodie', basePrice: '20.00' },
  });
  const body = { productId: id, generatedImageId: values.get(SAMPLE.artwork) };
  await expect.poll(async () => (await customer.send('POST', '/api/cart', { body })).status).toBe(200);
  const before = await customer.sendOrThrow<{ subtotal: string }>('GET', '/api/cart');
  await stop();
  await admin.sendOrThrow('PATCH', `/api/admin/products/${id}`, { body: { basePrice: '25.00' } });
  const expected = (Number(before.subtotal) + 5).toFixed(2);
  return () =>
    expect
      .poll(async () => (await customer.sendOrThrow<{ subtotal: string }>('GET', '/api/cart')).subtotal, {
        timeout: 30_000,
      })
      .toBe(expected);
}

/** The welcome email is sent later. */
async function checkWithoutSupport(testShop: TestShop, stop: () => Promise<void>): Promise<() => Promise<unknown>> {
  await stop();
  const { email } = await testShop.getClient('a customer');
  return () => waitForEmail(testShop.shop.folder.mail, email, /welcome/i);
}
