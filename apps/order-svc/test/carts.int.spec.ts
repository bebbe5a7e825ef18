import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Product } from '@shop/contracts-catalog';
import { type Cart, EMPTY_CART } from '@shop/contracts-order';
import { asGuest, asUser } from '@shop/testing';
import { CartsRepository } from '../src/carts/carts.repository.js';
import type { Intent } from '../src/payments/payment-provider.js';
import { StripeProvider } from '../src/payments/stripe/stripe.provider.js';
import { CleanupService } from '../src/customer-data/cleanup.service.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => shop.close());

const NAVY = { type: 'color', name: 'Navy' } as const;
const ROUND_TAG = { widthPx: 300, heightPx: 300, shape: 'round' } as const;

it('does not let a cart grow beyond two carts, however often a guest signs in', async () => {
  const { userId } = asUser();
  for (let times = 0; times < 3; times++) {
    const { guestId } = asGuest();
    await shop.fillCart(asGuest(guestId));
    await shop.query(
      `INSERT INTO cart_items
       SELECT (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'line_key', $1 || i.line_key || n))).*
       FROM cart_items i JOIN carts c ON c.id = i.cart_id, generate_series(1, 99) n WHERE c.guest_id = $1::uuid`,
      [guestId],
    );
    await shop.getCart(asUser({ userId, guestId }));
  }
  expect((await shop.getCart(asUser({ userId }))).items).toHaveLength(200);
});

describe('reading a cart', () => {
  it('returns the empty cart without a session', async () => {
    const answer = await shop.service.call('GET', '/api/cart');
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(EMPTY_CART);
  });

  it('returns the empty cart for a session without a cart, and creates none', async () => {
    const guest = asGuest();
    expect(await shop.getCart(guest)).toEqual(EMPTY_CART);
    expect(await shop.query('SELECT 1 FROM carts WHERE guest_id = $1', [guest.guestId])).toEqual([]);
  });

  it('shows the newest line first', async () => {
    const guest = asGuest();
    const { product: first } = await shop.fillCart(guest);
    const { product: second } = await shop.fillCart(guest);
    expect((await shop.getCart(guest)).items.map(({ productId }) => productId)).toEqual([second.id, first.id]);
  });
});

describe('adding to a cart', () => {
  it('takes the price of the server, whatever was sent', async () => {
    const user = asUser();
    const small = { widthPx: 3450, heightPx: 4140, shape: 'rectangle' } as const;
    const sold = await shop.addProduct({ basePrice: '20.00', overlayUrl: '/pictures/folds.webp' }, [
      { type: 'size', name: 'XL', priceModifier: '2.50', printArea: small },
      { type: 'color', name: 'Red', priceModifier: '1.25', imageUrl: '/pictures/tshirt-red.svg' },
    ]);
    const generatedImageId = await shop.addArtwork(user);
    const answer = await shop.addToCart(user, {
      productId: sold.id,
      generatedImageId,
      variantSelections: { size: 'XL', color: 'Red' },
      quantity: 2,
      unitPrice: '0.01',
    });
    expect(answer.status).toBe(200);
    expect(answer.json<Cart>()).toEqual({
      items: [
        {
          id: expect.any(String),
          productId: sold.id,
          generatedImageId,
          quantity: 2,
          unitPrice: '23.75',
          variantSelections: { size: 'XL', color: 'Red' },
          designConfig: { x: 50, y: 50, scale: 100, rotation: 0 },
          scaleSense: 'whole-artwork',
          available: true,
          generatedImage: { id: generatedImageId, url: `/media/${generatedImageId}` },
          product: { id: sold.id, title: 'Classic T-shirt', imageUrl: '/pictures/tshirt-red.svg', category: 'tshirt' },
          print: {
            areaPx: small,
            pictureUrl: '/pictures/tshirt-red.svg',
            pictureArea: sold.pictureArea,
            overlayUrl: '/pictures/folds.webp',
          },
        },
      ],
      subtotal: '47.50',
      itemCount: 2,
    });
  });

  it('takes a corner of the artwork on a round tag, and prints tags and cases all over, unlike garments', async () => {
    const guest = asGuest();
    const design = { x: 0, y: 0, scale: 100, rotation: 0 };
    const tag = await shop.addProduct({ category: 'pet-tag', printArea: ROUND_TAG });
    const [phoneCase, tee] = [await shop.addProduct({ category: 'phone-case' }), await shop.addProduct()];
    const generatedImageId = await shop.addArtwork(guest);
    await shop.addToCart(guest, { productId: tag.id, generatedImageId, designConfig: design });
    await shop.addToCart(guest, { productId: phoneCase.id, generatedImageId });
    await shop.addToCart(guest, { productId: tee.id, generatedImageId });
    expect((await shop.getCart(guest)).items.map(({ print }) => print?.continuesGround)).toEqual([
      undefined,
      true,
      true,
    ]);
  });

  it('adds up equal lines of twenty parallel calls in one cart', async () => {
    const guest = asGuest();
    const sold = await shop.addProduct();
    const generatedImageId = await shop.addArtwork(guest);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.addToCart(guest, { productId: sold.id, generatedImageId })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await shop.getCart(guest)).toMatchObject({ itemCount: 20, items: [{ quantity: 20 }] });
    expect(await shop.query('SELECT 1 FROM carts WHERE guest_id = $1', [guest.guestId])).toHaveLength(1);
  });

  it('adds once for its Idempotency-Key, also when pressed ten times at once, after a removal or a sign-in', async () => {
    const guest = asGuest();
    const item = { productId: (await shop.addProduct()).id, generatedImageId: await shop.addArtwork(guest) };
    const key = { 'idempotency-key': randomUUID() };
    const add = (who: typeof guest, change: object = {}) => shop.addToCart(who, { ...item, ...change }, key);
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(guest)));
    expect(answers.map((answer) => [answer.status, answer.json<Cart>().itemCount])).toEqual(
      Array.from({ length: 10 }, () => [200, 1]),
    );
    await shop.addToCart(guest, item);
    expect((await add(guest)).json<Cart>().itemCount).toBe(2);
    const reused = await add(guest, { quantity: 2 });
    expect([reused.status, reused.text]).toEqual([409, 'This Idempotency-Key was already used for something else.']);
    expect((await add(asGuest())).status).toBe(409);
    const user = { ...asUser(), guestId: guest.guestId };
    expect((await add(user)).json<Cart>().itemCount).toBe(2);
    const [line] = (await shop.getCart(user)).items;
    await shop.service.call('DELETE', `/api/cart/${line?.id ?? ''}`, { as: user });
    expect((await add(user)).json<Cart>()).toEqual(EMPTY_CART);
  });

  it('takes a hundred different items, and then only more of these', async () => {
    const guest = asGuest();
    const item = { productId: (await shop.addProduct()).id, generatedImageId: await shop.addArtwork(guest) };
    const add = (x: number) => shop.addToCart(guest, { ...item, designConfig: { x, y: 50, scale: 100, rotation: 0 } });
    for (let x = 0; x < 100; x += 1) await add(x);
    const refused = await add(100);
    expect([refused.status, refused.text]).toEqual([
      422,
      'A cart has room for 100 different items. Please order these first, or remove some.',
    ]);
    expect((await add(0)).status).toBe(200);
    const { items, itemCount } = await shop.getCart(guest);
    expect([items.length, itemCount]).toEqual([100, 101]);
  });

  it('waits for an artwork whose event is a moment behind', async () => {
    const guest = asGuest();
    const sold = await shop.addProduct();
    const generatedImageId = randomUUID();
    const offers = shop.service.get(CartsRepository);
    const getOffer = offers.getOffer.bind(offers);
    const getOfferSpy = jest.spyOn(offers, 'getOffer').mockImplementationOnce(async (...at) => {
      const found = await getOffer(...at);
      expect(found.artworkIsKnown).toBe(false);
      await shop.addArtwork(guest, generatedImageId);
      return found;
    });
    // The clock is stopped, so that the wait never ends before the artwork arrives.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    expect((await shop.addToCart(guest, { productId: sold.id, generatedImageId })).status).toBe(200);
    expect(getOfferSpy).toHaveBeenCalledTimes(2);
  });

  it.each<[string, number, string, (guest: ReturnType<typeof asGuest>) => Promise<Record<string, unknown>>]>([
    [
      'an unknown product',
      422,
      'This product is no longer available.',
      async (guest) => ({ productId: randomUUID(), generatedImageId: await shop.addArtwork(guest) }),
    ],
    [
      'a size that the product does not have',
      422,
      'This choice is not available for the product.',
      async (guest) => ({
        productId: (await shop.addProduct({}, [{ name: 'M' }])).id,
        generatedImageId: await shop.addArtwork(guest),
        variantSelections: { size: 'XXL' },
      }),
    ],
    [
      'a colour that is switched off',
      422,
      'This choice is not available for the product.',
      async (guest) => ({
        productId: (await shop.addProduct({}, [{ type: 'color', name: 'Red', active: false }, NAVY])).id,
        generatedImageId: await shop.addArtwork(guest),
        variantSelections: { color: 'Red' },
      }),
    ],
    [
      'a product of which no size is on sale',
      422,
      'This product is no longer available.',
      async (guest) => ({
        productId: (await shop.addProduct({}, [{ type: 'size', name: 'M', active: false }, NAVY])).id,
        generatedImageId: await shop.addArtwork(guest),
        variantSelections: { color: 'Navy' },
      }),
    ],
    [
      'an artwork that never was',
      422,
      'We could not find that artwork. Please create it again, or choose one from My Designs.',
      async () => ({ productId: (await shop.addProduct()).id, generatedImageId: randomUUID() }),
    ],
    [
      "another session's artwork",
      422,
      'We could not find that artwork. Please create it again, or choose one from My Designs.',
      async () => ({ productId: (await shop.addProduct()).id, generatedImageId: await shop.addArtwork(asGuest()) }),
    ],
    [
      'a placement of which nothing would be printed',
      422,
      'Your artwork lies outside the print area. Nothing of it would be printed.',
      async (guest) => ({
        productId: (await shop.addProduct({ category: 'pet-tag', printArea: ROUND_TAG })).id,
        generatedImageId: await shop.addArtwork(guest),
        designConfig: { x: 0, y: 0, scale: 20, rotation: 0 },
      }),
    ],
    [
      'more than decimal(10,2) holds',
      422,
      'That is more than one order can hold. Please choose a smaller quantity.',
      async (guest) => ({
        productId: (await shop.addProduct({ basePrice: '99999.99' })).id,
        generatedImageId: await shop.addArtwork(guest),
        quantity: 1_001,
      }),
    ],
  ])('refuses %s', async (_, status, message, request) => {
    const guest = asGuest();
    const answer = await shop.service.call('POST', '/api/cart', { as: guest, body: await request(guest) });
    expect([answer.status, answer.text]).toEqual([status, message]);
    expect(await shop.getCart(guest)).toEqual(EMPTY_CART);
  });
});

describe('changing a cart', () => {
  it.each(['PATCH', 'PUT'])('sets a quantity by %s and returns the whole cart', async (method) => {
    const guest = asGuest();
    const { cart } = await shop.fillCart(guest);
    const answer = await shop.service.call(method, `/api/cart/${cart.items[0]?.id}`, {
      as: guest,
      body: { quantity: 5 },
    });
    expect([answer.status, answer.json<Cart>().subtotal, answer.json<Cart>().itemCount]).toEqual([200, '120.00', 5]);
    expect(await shop.getCart(guest)).toEqual(answer.json());
  });

  it('removes a line and returns the others', async () => {
    const guest = asGuest();
    const { cart } = await shop.fillCart(guest);
    const answer = await shop.service.call('DELETE', `/api/cart/${cart.items[0]?.id}`, { as: guest });
    expect([answer.status, answer.json()]).toEqual([200, EMPTY_CART]);
  });

  it.each<[number, number, string]>([
    [422, 2_147_483_648, '24.00'],
    [422, 2_147_483_648, '0.00'],
    [400, 0, '24.00'],
  ])('answers %d to the quantity %d at the price %s and changes nothing', async (status, quantity, basePrice) => {
    const guest = asGuest();
    const { cart } = await shop.fillCart(guest, { basePrice });
    const answer = await shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, {
      as: guest,
      body: { quantity },
    });
    expect(answer.status).toBe(status);
    expect(await shop.getCart(guest)).toEqual(cart);
  });
});

describe('the size and colour of a line', () => {
  const VARIANTS = [
    { name: 'M' },
    { name: 'XL', priceModifier: '2.50' },
    { type: 'color' as const, name: 'Red', imageUrl: '/pictures/tshirt-red.svg' },
  ];

  async function fillCart(selections: object = {}, change: Partial<Product> = {}) {
    const guest = asGuest();
    const product = await shop.addProduct(change, VARIANTS);
    const add = async (variantSelections: object, quantity = 1) =>
      (
        await shop.addToCart(guest, { productId: product.id, generatedImageId, variantSelections, quantity })
      ).json<Cart>();
    const generatedImageId = await shop.addArtwork(guest);
    const [item] = (await add(selections)).items;
    const choose = (body: object) => shop.service.call('PATCH', `/api/cart/${item!.id}`, { as: guest, body });
    return { guest, product, add, choose, item: item! };
  }

  it('are named while they are missing, and then chosen one after the other', async () => {
    const { guest, choose, item } = await fillCart();
    expect(item).toMatchObject({
      available: true,
      missingChoices: [
        { type: 'size', label: 'size' },
        { type: 'color', label: 'color' },
      ],
    });
    expect((await choose({ quantity: 2, variantSelections: { size: 'XL' } })).json<Cart>()).toMatchObject({
      subtotal: '53.00',
      items: [{ variantSelections: { size: 'XL' }, missingChoices: [{ type: 'color' }] }],
    });
    const { items } = (await choose({ variantSelections: { color: 'Red' } })).json<Cart>();
    expect(items).toMatchObject([
      { id: item.id, quantity: 2, unitPrice: '26.50', variantSelections: { size: 'XL', color: 'Red' } },
    ]);
    expect(items[0]).toMatchObject({ product: { imageUrl: '/pictures/tshirt-red.svg', category: 'tshirt' } });
    expect(items[0]).not.toHaveProperty('missingChoices');
    expect((await shop.getCart(guest)).items).toEqual(items);
    expect((await shop.submitShipping(guest)).status).toBe(200);
  });

  it('are both kept when two tabs choose at once', async () => {
    const { guest, choose } = await fillCart();
    await Promise.all([choose({ variantSelections: { size: 'M' } }), choose({ variantSelections: { color: 'Red' } })]);
    expect((await shop.getCart(guest)).items).toMatchObject([{ variantSelections: { size: 'M', color: 'Red' } }]);
  });

  it('join the line with an equal one', async () => {
    const { guest, add, choose, item } = await fillCart({ color: 'Red' });
    await add({ size: 'M', color: 'Red' }, 3);
    const { items } = (await choose({ variantSelections: { size: 'M' } })).json<Cart>();
    expect(items).toMatchObject([{ id: item.id, quantity: 4, variantSelections: { size: 'M', color: 'Red' } }]);
    expect((await shop.getCart(guest)).items).toEqual(items);
  });

  it('join it once if the request is repeated, until the quantity is changed', async () => {
    const { guest, add, choose } = await fillCart({ color: 'Red' });
    await add({ size: 'M', color: 'Red' }, 3);
    const request = { quantity: 2, variantSelections: { size: 'M' } };
    for (const body of [request, request, { variantSelections: { size: 'M' } }, request]) {
      await choose(body);
      expect((await shop.getCart(guest)).items.map(({ quantity }) => quantity)).toEqual([5]);
    }
    await choose({ quantity: 1 });
    await choose(request);
    expect((await shop.getCart(guest)).items.map(({ quantity }) => quantity)).toEqual([2]);
  });

  it('are refused where nothing would be printed in the area of the size', async () => {
    const guest = asGuest();
    const product = await shop.addProduct({ category: 'pet-tag', printArea: { ...ROUND_TAG, shape: 'rectangle' } }, [
      { name: 'S', printArea: ROUND_TAG },
    ]);
    const added = await shop.addToCart(guest, {
      productId: product.id,
      generatedImageId: await shop.addArtwork(guest),
      designConfig: { x: 0, y: 0, scale: 20, rotation: 0 },
    });
    const item = added.json<Cart>().items[0]!;
    const answer = await shop.service.call('PATCH', `/api/cart/${item.id}`, {
      as: guest,
      body: { variantSelections: { size: 'S' } },
    });
    expect([answer.status, (await shop.getCart(guest)).items]).toEqual([422, [item]]);
  });

  it.each([{ size: 'XXL' }, { size: 'Red' }])('are refused as %j, and nothing changes', async (variantSelections) => {
    const { guest, choose, item } = await fillCart();
    const answer = await choose({ quantity: 5, variantSelections });
    expect([answer.status, answer.text]).toEqual([422, 'This choice is not available for the product.']);
    expect((await shop.getCart(guest)).items).toEqual([item]);
  });

  it('can be replaced once the admin has removed them', async () => {
    const { guest, product, choose } = await fillCart({ size: 'XL', color: 'Red' });
    await shop.addProduct(product, [{ name: 'L' }, ...VARIANTS.slice(2)]);
    expect(await shop.getCart(guest)).toMatchObject({
      itemCount: 0,
      items: [{ available: false, missingChoices: [{ type: 'size', label: 'size' }] }],
    });
    expect((await choose({ variantSelections: { size: 'L' } })).json<Cart>()).toMatchObject({
      itemCount: 1,
      items: [{ available: true, variantSelections: { size: 'L', color: 'Red' } }],
    });
  });

  it('are missing before payment, also if the product got them while it was in the cart', async () => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest, { title: 'Slim Case', category: 'phone-case' });
    await shop.addProduct(product, [{ name: 'iPhone 17' }, ...VARIANTS.slice(2)]);
    const refused = await shop.submitShipping(guest);
    expect([refused.status, refused.text]).toEqual([422, 'Please choose a model and a color for Slim Case.']);
    expect(await shop.query('SELECT 1 FROM orders WHERE guest_id = $1', [guest.guestId])).toEqual([]);
  });
});

describe('the marker cookie', () => {
  const cookieOf = (answer: { headers: Headers }) => answer.headers.get('set-cookie');

  it('is set while the cart has items, and cleared with the last line', async () => {
    const guest = asGuest();
    const { product: sold } = await shop.fillCart(guest);
    const added = await shop.addToCart(guest, { productId: sold.id, generatedImageId: await shop.addArtwork(guest) });
    expect(cookieOf(added)).toBe('has-cart=1; Path=/; Max-Age=2592000; SameSite=Lax');
    for (const { id } of added.json<Cart>().items.slice(1))
      await shop.service.call('DELETE', `/api/cart/${id}`, { as: guest });
    const last = (await shop.getCart(guest)).items[0]?.id;
    expect(cookieOf(await shop.service.call('GET', '/api/cart', { as: guest }))).toMatch(/^has-cart=1;/);
    expect(cookieOf(await shop.service.call('DELETE', `/api/cart/${last}`, { as: guest }))).toBe(
      'has-cart=; Path=/; Max-Age=0; SameSite=Lax',
    );
  });

  it('is cleared after the session has ended', async () => {
    expect(cookieOf(await shop.service.call('GET', '/api/cart'))).toMatch(/^has-cart=; Path=\/; Max-Age=0/);
  });
});

const CHANGED = [409, 'A price in your cart has changed. Please check it and try again.'];

const UNAVAILABLE = [409, 'Something in your cart is no longer available. Please remove it and try again.'];

describe('a price that changes while a product is in the cart', () => {
  it('is refused once at checkout if no cart response had it, and accepted at the next call', async () => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest);
    await shop.addProduct({ ...product, basePrice: '30.00' });
    const refused = await shop.submitShipping(guest);
    expect([refused.status, refused.text]).toEqual(CHANGED);
    expect(await shop.query('SELECT 1 FROM orders WHERE guest_id = $1', [guest.guestId])).toEqual([]);

    const accepted = await shop.submitShipping(guest);
    expect(accepted.status).toBe(200);
    expect(await shop.query('SELECT total_cents FROM orders WHERE guest_id = $1', [guest.guestId])).toEqual([
      { total_cents: 3_000 + 999 + 240 },
    ]);
  });

  it('is confirmed by the response of any cart call', async () => {
    const guest = asGuest();
    const { product, cart } = await shop.fillCart(guest);
    await shop.addProduct({ ...product, basePrice: '30.00' });
    await shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, { as: guest, body: { quantity: 3 } });
    expect((await shop.submitShipping(guest)).status).toBe(200);
  });

  it.each(['updateIntent', 'cancelIntent'] as const)(
    'is refused even if it changes during the shipping call, at %s',
    async (call) => {
      const guest = asGuest();
      const { product } = await shop.fillCart(guest);
      await shop.submitShipping(guest);
      if (call === 'cancelIntent') await shop.fillCart(guest, { basePrice: '10.00' });
      const provider = shop.service.get(StripeProvider);
      const ask = provider[call].bind(provider) as (...args: unknown[]) => Promise<Intent>;
      jest.spyOn(provider, call).mockImplementationOnce(async (...args: unknown[]) => {
        await shop.addProduct({ ...product, basePrice: '30.00' });
        return ask(...args);
      });
      const refused = await shop.submitShipping(guest);
      expect([refused.status, refused.text]).toEqual(CHANGED);
      expect((await shop.submitShipping(guest)).status).toBe(200);
    },
  );

  it('is confirmed by each session of an account separately', async () => {
    const [laptop, phone] = [asUser(), asUser()];
    phone.userId = laptop.userId;
    const { product } = await shop.fillCart(laptop);
    await shop.getCart(phone);
    await shop.addProduct({ ...product, basePrice: '30.00' });
    await shop.getCart(phone);
    const refused = await shop.submitShipping(laptop);
    expect([refused.status, refused.text]).toEqual(CHANGED);
    expect((await shop.submitShipping(phone)).status).toBe(200);
  });
});

describe('a product that is no longer sold while it is in the cart', () => {
  const ENDINGS: [
    string,
    (id: string, product: Awaited<ReturnType<TestShop['fillCart']>>['product']) => Promise<unknown>,
  ][] = [
    ['deleted', (id) => shop.deleteProduct(id)],
    ['deactivated', (_, product) => shop.addProduct({ ...product, active: false })],
    ['sold out in all sizes', (_, product) => shop.addProduct(product, [{ type: 'size', name: 'M', active: false }])],
  ];

  it.each(ENDINGS)('is unavailable and counts nowhere once it is %s', async (_, end) => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest, { title: 'Mug' });
    await shop.fillCart(guest);
    await end(product.id, product);
    const cart = await shop.getCart(guest);
    expect(cart).toMatchObject({ subtotal: '24.00', itemCount: 1 });
    expect(cart.items[1]).toMatchObject({ available: false, unitPrice: '24.00', product: { title: 'Mug' } });
  });

  it.each(ENDINGS)('stops the checkout until it is removed, once it is %s', async (_, end) => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest);
    await shop.fillCart(guest);
    await end(product.id, product);
    const refused = await shop.submitShipping(guest);
    expect([refused.status, refused.text]).toEqual(UNAVAILABLE);

    const line = (await shop.getCart(guest)).items.find(({ productId }) => productId === product.id);
    await shop.service.call('DELETE', `/api/cart/${line?.id}`, { as: guest });
    expect((await shop.submitShipping(guest)).status).toBe(200);
  });
});

describe('a placed order', () => {
  it('has title, picture and price of a product that was deleted later', async () => {
    const user = asUser();
    const { intentId } = await shop.checkOut(user);
    const before = (await shop.getPlacedOrder(user, intentId)).order;
    await shop.deleteProduct(before.items[0]?.productId ?? '');
    await shop.payByCard(intentId);
    expect((await shop.getPlacedOrder(user, intentId)).order.items).toEqual(before.items);
    expect(before.items).toMatchObject([
      {
        title: 'Classic T-shirt',
        imageUrl: '/pictures/tshirt.svg',
        unitPrice: '24.00',
        subtotal: '24.00',
        quantity: 1,
      },
    ]);
  });
});

const run = () => shop.service.get(CleanupService).runCleanup();

const age = (days: number) => shop.query(`UPDATE carts SET updated_at = now() - make_interval(days => $1)`, [days]);

const cartsOf = async (column: 'user_id' | 'guest_id') =>
  (await shop.query(`SELECT 1 FROM carts WHERE ${column} IS NOT NULL`)).length;

describe('the cleanup', () => {
  beforeEach(() => shop.clearTables());

  it("removes guests' carts after 90 days, and no others", async () => {
    const [guest, young, user] = [asGuest(), asGuest(), asUser()];
    await shop.fillCart(guest);
    await shop.fillCart(user);
    await age(91);
    await shop.fillCart(young);
    await run();
    expect([
      (await shop.getCart(guest)).itemCount,
      (await shop.getCart(young)).itemCount,
      (await shop.getCart(user)).itemCount,
    ]).toEqual([0, 1, 1]);
    expect(await shop.query('SELECT count(*)::int AS lines FROM cart_items')).toEqual([{ lines: 2 }]);
  });

  it('detaches the order of a guest whose cart it removes', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await age(91);
    await run();
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'created', cart_id: null });
  });

  it('works in batches, and never waits for a locked cart', async () => {
    await shop.query(
      `INSERT INTO carts (guest_id, updated_at) SELECT gen_random_uuid(), now() - interval '100 days' FROM generate_series(1, 1201)`,
    );
    const [locked] = await shop.query('SELECT id FROM carts LIMIT 1');
    await shop.dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1 FROM carts WHERE id = $1 FOR UPDATE', [locked?.id]);
      await run();
    });
    expect(await shop.query('SELECT id FROM carts')).toEqual([locked]);
    await run();
    expect(await cartsOf('guest_id')).toBe(0);
  });
});
