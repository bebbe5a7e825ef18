import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { cartSchema, EMPTY_CART, type Cart } from '@shop/contracts/order';
import { asGuest, asUser } from '@shop/testing';
import { OffersRepository } from '../src/carts/offers.repository.js';
import { Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => shop.close());

describe('reading a cart', () => {
  it('gives somebody without a session the empty cart', async () => {
    const answer = await shop.service.call('GET', '/api/cart');
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(EMPTY_CART);
  });

  it('gives a session without a cart the empty cart, and makes none', async () => {
    const guest = asGuest();
    expect(await shop.cart(guest)).toEqual(EMPTY_CART);
    expect(await shop.rows('SELECT 1 FROM carts WHERE guest_id = $1', [guest.guestId])).toEqual([]);
  });

  it('fits the contract', async () => {
    const guest = asGuest();
    await shop.fillCart(guest, {}, { designConfig: { x: 10, y: 20, scale: 150, rotation: 15 } });
    expect(cartSchema.parse(await shop.cart(guest)).items).toHaveLength(1);
  });

  it('shows the newest line first', async () => {
    const guest = asGuest();
    const { product: first } = await shop.fillCart(guest);
    const { product: second } = await shop.fillCart(guest);
    expect((await shop.cart(guest)).items.map(({ productId }) => productId)).toEqual([second.id, first.id]);
  });
});

describe('adding to a cart', () => {
  it('takes the price of the server, whatever was sent', async () => {
    const user = asUser();
    const small = { widthPx: 3450, heightPx: 4140, shape: 'rectangle' } as const;
    const sold = await shop.sells({ basePrice: '20.00', overlayUrl: '/pictures/folds.webp' }, [
      { type: 'size', name: 'XL', priceModifier: '2.50', printArea: small },
      { type: 'color', name: 'Red', priceModifier: '1.25', imageUrl: '/pictures/tshirt-red.svg' },
    ]);
    const generatedImageId = await shop.artworkOf(user);
    const answer = await shop.add(user, {
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
          available: true,
          generatedImage: { id: generatedImageId, url: `/media/${generatedImageId}` },
          product: { id: sold.id, title: 'Classic T-shirt', imageUrl: '/pictures/tshirt-red.svg' },
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

  it('answers as the next reading does', async () => {
    const guest = asGuest();
    const { product: sold, cart } = await shop.fillCart(guest);
    const again = (
      await shop.add(guest, {
        productId: sold.id,
        generatedImageId: cart.items[0]?.generatedImageId ?? '',
        quantity: 3,
      })
    ).json<Cart>();
    const other = (
      await shop.add(guest, { productId: sold.id, generatedImageId: await shop.artworkOf(guest) })
    ).json<Cart>();
    expect(again.items.map(({ quantity }) => quantity)).toEqual([4]);
    expect(other).toEqual(await shop.cart(guest));
  });

  it.each([
    ['placement', { designConfig: { x: 55, y: 50, scale: 100, rotation: 0 } }],
    ['size', { variantSelections: { size: 'M' } }],
  ])('keeps two lines that differ in %s', async (_, change) => {
    const guest = asGuest();
    const sold = await shop.sells({}, [{ type: 'size', name: 'M' }]);
    const generatedImageId = await shop.artworkOf(guest);
    await shop.add(guest, { productId: sold.id, generatedImageId });
    const cart = (await shop.add(guest, { productId: sold.id, generatedImageId, ...change })).json<Cart>();
    expect(cart.items).toHaveLength(2);
  });

  it('adds up equal lines of twenty parallel calls in one cart', async () => {
    const guest = asGuest();
    const sold = await shop.sells();
    const generatedImageId = await shop.artworkOf(guest);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.add(guest, { productId: sold.id, generatedImageId })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await shop.cart(guest)).toMatchObject({ itemCount: 20, items: [{ quantity: 20 }] });
    expect(await shop.rows('SELECT 1 FROM carts WHERE guest_id = $1', [guest.guestId])).toHaveLength(1);
  });

  it('loses none of several different lines added in parallel', async () => {
    const user = asUser();
    const generatedImageId = await shop.artworkOf(user);
    const products = await Promise.all(Array.from({ length: 8 }, () => shop.sells()));
    await Promise.all(products.map(({ id }) => shop.add(user, { productId: id, generatedImageId })));
    expect(await shop.cart(user)).toMatchObject({ itemCount: 8, subtotal: '192.00' });
  });

  it('waits for an artwork whose event is a moment behind', async () => {
    const guest = asGuest();
    const sold = await shop.sells();
    const generatedImageId = randomUUID();
    const offers = shop.service.get(OffersRepository);
    const look = offers.get.bind(offers);
    const looks = jest.spyOn(offers, 'get').mockImplementationOnce(async (...at) => {
      const found = await look(...at);
      expect(found.artworkIsKnown).toBe(false);
      await shop.artworkOf(guest, generatedImageId);
      return found;
    });
    // The clock stands: on no machine is the wait over before the artwork is there.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    expect((await shop.add(guest, { productId: sold.id, generatedImageId })).status).toBe(200);
    expect(looks).toHaveBeenCalledTimes(2);
  });

  it.each<[string, number, string, (guest: ReturnType<typeof asGuest>) => Promise<Record<string, unknown>>]>([
    [
      'an unknown product',
      422,
      'This product is no longer available.',
      async (guest) => ({ productId: randomUUID(), generatedImageId: await shop.artworkOf(guest) }),
    ],
    [
      'a product id that is none',
      422,
      'This product is no longer available.',
      async (guest) => ({ productId: 'tshirt', generatedImageId: await shop.artworkOf(guest) }),
    ],
    [
      'a deactivated product',
      422,
      'This product is no longer available.',
      async (guest) => ({
        productId: (await shop.sells({ active: false })).id,
        generatedImageId: await shop.artworkOf(guest),
      }),
    ],
    [
      'a size that the product does not have',
      422,
      'This size or colour is not available for the product.',
      async (guest) => ({
        productId: (await shop.sells({}, [{ name: 'M' }])).id,
        generatedImageId: await shop.artworkOf(guest),
        variantSelections: { size: 'XXL' },
      }),
    ],
    [
      'a colour that is switched off',
      422,
      'This size or colour is not available for the product.',
      async (guest) => ({
        productId: (await shop.sells({}, [{ type: 'color', name: 'Red', active: false }])).id,
        generatedImageId: await shop.artworkOf(guest),
        variantSelections: { color: 'Red' },
      }),
    ],
    [
      'an artwork that never was',
      422,
      'We could not find that artwork. Please create it again, or choose one from My Designs.',
      async () => ({ productId: (await shop.sells()).id, generatedImageId: randomUUID() }),
    ],
    [
      "another session's artwork",
      422,
      'We could not find that artwork. Please create it again, or choose one from My Designs.',
      async () => ({ productId: (await shop.sells()).id, generatedImageId: await shop.artworkOf(asGuest()) }),
    ],
    ['no product', 400, 'productId is missing or not valid', async () => ({ generatedImageId: randomUUID() })],
    [
      'a quantity of nothing',
      400,
      'Quantity must be a whole number from 1 up',
      async () => ({ productId: randomUUID(), generatedImageId: randomUUID(), quantity: 0 }),
    ],
    [
      'half a piece',
      400,
      'Quantity must be a whole number from 1 up',
      async () => ({ productId: randomUUID(), generatedImageId: randomUUID(), quantity: 1.5 }),
    ],
    [
      'a placement outside the sliders',
      400,
      'designConfig.scale is missing or not valid',
      async () => ({
        productId: randomUUID(),
        generatedImageId: randomUUID(),
        designConfig: { x: 50, y: 50, scale: 201, rotation: 0 },
      }),
    ],
    [
      'more than decimal(10,2) holds',
      422,
      'That is more than one order can hold. Please choose a smaller quantity.',
      async (guest) => ({
        productId: (await shop.sells({ basePrice: '99999.99' })).id,
        generatedImageId: await shop.artworkOf(guest),
        quantity: 1_001,
      }),
    ],
    [
      'more of a free product than can be counted',
      422,
      'That is more than one order can hold. Please choose a smaller quantity.',
      async (guest) => ({
        productId: (await shop.sells({ basePrice: '0.00' })).id,
        generatedImageId: await shop.artworkOf(guest),
        quantity: 2_147_483_648,
      }),
    ],
  ])('refuses %s', async (_, status, sentence, request) => {
    const guest = asGuest();
    const answer = await shop.service.call('POST', '/api/cart', { as: guest, body: await request(guest) });
    expect([answer.status, answer.text]).toEqual([status, sentence]);
    expect(await shop.cart(guest)).toEqual(EMPTY_CART);
  });

  it('refuses a line that fits alone but not together with what is there', async () => {
    const guest = asGuest();
    const sold = await shop.sells({ basePrice: '50000000.00' });
    const add = async () => shop.add(guest, { productId: sold.id, generatedImageId: await shop.artworkOf(guest) });
    expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(422);
    expect((await shop.cart(guest)).itemCount).toBe(1);
  });

  it('needs a session', async () => {
    const answer = await shop.service.call('POST', '/api/cart', {
      body: { productId: randomUUID(), generatedImageId: randomUUID() },
    });
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });
});
