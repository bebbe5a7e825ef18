import { randomUUID } from 'node:crypto';
import { EMPTY_CART, type Cart } from '@shop/contracts/order';
import { asGuest, asUser } from '@shop/testing';
import { Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

describe('changing a cart', () => {
  it.each(['PATCH', 'PUT'])('sets a quantity by %s and answers with the whole cart', async (method) => {
    const guest = asGuest();
    const { cart } = await shop.fillCart(guest);
    const answer = await shop.service.call(method, `/api/cart/${cart.items[0]?.id}`, {
      as: guest,
      body: { quantity: 5 },
    });
    expect([answer.status, answer.json<Cart>().subtotal, answer.json<Cart>().itemCount]).toEqual([200, '120.00', 5]);
    expect(await shop.cart(guest)).toEqual(answer.json());
  });

  it('removes a line and answers with the rest', async () => {
    const guest = asGuest();
    const { cart } = await shop.fillCart(guest);
    const answer = await shop.service.call('DELETE', `/api/cart/${cart.items[0]?.id}`, { as: guest });
    expect([answer.status, answer.json()]).toEqual([200, EMPTY_CART]);
  });

  it('leaves the quantity that was set last, of several set at the same time', async () => {
    const guest = asGuest();
    const { cart } = await shop.fillCart(guest);
    const answers = await Promise.all(
      [2, 3, 4, 5, 6].map((quantity) =>
        shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, { as: guest, body: { quantity } }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect([2, 3, 4, 5, 6]).toContain((await shop.cart(guest)).itemCount);
  });

  it.each<[string, string, unknown]>([
    ['PATCH', '422', { quantity: 2_147_483_648 }],
    ['PATCH', '422', { quantity: 10_000_000 }],
    ['PATCH', '400', { quantity: 0 }],
    ['PATCH', '400', { quantity: 'two' }],
    ['PATCH', '400', {}],
  ])('%s answers %s to %j and changes nothing', async (method, status, body) => {
    const guest = asGuest();
    const { cart } = await shop.fillCart(guest);
    const answer = await shop.service.call(method, `/api/cart/${cart.items[0]?.id}`, { as: guest, body });
    expect(String(answer.status)).toBe(status);
    expect(await shop.cart(guest)).toEqual(cart);
  });

  it.each(['PATCH', 'PUT', 'DELETE'])("knows nothing of another's line (%s)", async (method) => {
    const [owner, stranger] = [asGuest(), asUser()];
    const { cart } = await shop.fillCart(owner);
    await shop.fillCart(stranger);
    const body = method === 'DELETE' ? undefined : { quantity: 9 };
    const answer = await shop.service.call(method, `/api/cart/${cart.items[0]?.id}`, { as: stranger, body });
    expect([answer.status, answer.text]).toEqual([404, 'Not found']);
    expect(await shop.cart(owner)).toEqual(cart);
  });

  it.each(['not-an-id', randomUUID()])('answers 404 to the line %s', async (id) => {
    const answer = await shop.service.call('DELETE', `/api/cart/${id}`, { as: asGuest() });
    expect(answer.status).toBe(404);
  });

  it('needs a session', async () => {
    expect((await shop.service.call('DELETE', `/api/cart/${randomUUID()}`)).status).toBe(401);
  });
});

describe('the marker cookie', () => {
  const cookieOf = (answer: { headers: Headers }) => answer.headers.get('set-cookie');

  it('is set as long as something is in the cart, and cleared with the last line', async () => {
    const guest = asGuest();
    const { product: sold } = await shop.fillCart(guest);
    const added = await shop.add(guest, { productId: sold.id, generatedImageId: await shop.artworkOf(guest) });
    expect(cookieOf(added)).toBe('has-cart=1; Path=/; Max-Age=2592000; SameSite=Lax');
    for (const { id } of added.json<Cart>().items.slice(1))
      await shop.service.call('DELETE', `/api/cart/${id}`, { as: guest });
    const last = (await shop.cart(guest)).items[0]?.id;
    expect(cookieOf(await shop.service.call('GET', '/api/cart', { as: guest }))).toMatch(/^has-cart=1;/);
    expect(cookieOf(await shop.service.call('DELETE', `/api/cart/${last}`, { as: guest }))).toBe(
      'has-cart=; Path=/; Max-Age=0; SameSite=Lax',
    );
  });

  it('is cleared for somebody whose session has gone', async () => {
    expect(cookieOf(await shop.service.call('GET', '/api/cart'))).toMatch(/^has-cart=; Path=\/; Max-Age=0/);
  });
});
