import { randomUUID } from 'node:crypto';
import { productDeleted, productSaved, type Product, type Variant } from '@shop/contracts/catalog';
import type { CartItem } from '@shop/contracts/order';
import { asGuest, asUser, eventually, publishEvent, testTransports } from '@shop/testing';
import { product, Shop, variant } from './shop.js';

/** The promise; a machine that is busy with other tests gets more, and what is measured is still bounded. */
const SOON = { timeoutMs: 5_000, everyMs: 10 };

describe.each(testTransports())('the catalogue tells over $name', (transport) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open({ transport });
  });
  afterAll(() => shop.close());

  /** A product as catalog-svc tells of it, change by change. */
  class Told {
    private sequence = 0;
    constructor(
      private product: Product,
      private variants: Variant[],
    ) {}

    get id(): string {
      return this.product.id;
    }

    async says(change: Partial<Product> = {}, variants = this.variants): Promise<void> {
      this.product = { ...this.product, ...change, version: this.product.version + 1 };
      this.variants = variants;
      this.sequence += 1;
      await publishEvent(transport, productSaved, {
        subject: `product/${this.id}`,
        sequence: this.sequence,
        data: { product: this.product, variants },
      });
    }

    async isDeleted(): Promise<void> {
      this.sequence += 1;
      await publishEvent(transport, productDeleted, {
        subject: `product/${this.id}`,
        sequence: this.sequence,
        data: { productId: this.id },
      });
    }
  }

  const xl = (productId: string, change: Partial<Variant> = {}) =>
    variant(productId, { id: randomUUID(), name: 'XL', priceModifier: '2.00', ...change });

  /** Somebody with this product in the cart, in XL. */
  async function inACart(change: Partial<Product> = {}) {
    const sold = product(change);
    const told = new Told(sold, [xl(sold.id)]);
    const guest = asGuest();
    const imageId = await shop.artworkOf(guest);
    await told.says();
    await eventually(async () => {
      const answer = await shop.add(guest, {
        productId: sold.id,
        generatedImageId: imageId,
        variantSelections: { size: 'XL' },
      });
      expect(answer.status).toBe(200);
    }, SOON);
    return {
      told,
      guest,
      sold,
      line: async (): Promise<Partial<CartItem> | undefined> => (await shop.cart(guest)).items[0],
    };
  }

  it.each<[string, (told: Told) => Promise<void>, Partial<CartItem>]>([
    ['a base price', (told) => told.says({ basePrice: '30.00' }), { unitPrice: '32.00', available: true }],
    [
      'a modifier',
      (told) => told.says({}, [xl(told.id, { priceModifier: '-4.00' })]),
      { unitPrice: '20.00', available: true },
    ],
    [
      'a title and a picture',
      (told) => told.says({ title: 'Tee 🐶', imageUrl: '/pictures/new.svg' }),
      { unitPrice: '26.00' },
    ],
    ['a product that is no longer sold', (told) => told.says({ active: false }), { available: false }],
    ['a size that is no longer sold', (told) => told.says({}, [xl(told.id, { active: false })]), { available: false }],
    ['a size that is gone', (told) => told.says({}, []), { available: false }],
    ['a product that was deleted', (told) => told.isDeleted(), { available: false }],
  ])('%s, and the carts show it at once', async (_, change, shown) => {
    const { told, line } = await inACart();
    await change(told);
    await eventually(async () => expect(await line()).toMatchObject(shown), SOON);
  });

  it('that a product is sold again', async () => {
    const { told, line } = await inACart();
    await told.says({ active: false });
    await eventually(async () => expect(await line()).toMatchObject({ available: false }), SOON);
    await told.says({ active: true });
    await eventually(async () => expect(await line()).toMatchObject({ available: true, unitPrice: '26.00' }), SOON);
  });

  it('everything again, and a read model that was lost is whole: prices, sizes, areas, and what is no longer sold', async () => {
    const kept = await inACart();
    const closed = await inACart({ active: true });
    await closed.told.says({ active: false });
    await eventually(async () => expect(await closed.line()).toMatchObject({ available: false }), SOON);
    const before = { products: await productRows(), variants: await variantRows() };
    expect(before.products.length).toBeGreaterThanOrEqual(2);
    const ids = [kept.told.id, closed.told.id];

    await shop.rows('DELETE FROM catalogue_products');
    expect(await kept.line()).toMatchObject({ available: false, product: null });

    // What `npm run events -- republish product` makes catalog-svc say: the same states, numbered on.
    await kept.told.says();
    await closed.told.says();
    await eventually(async () => {
      expect(await productRows()).toEqual(before.products.filter(({ id }) => ids.includes(id as string)));
      expect(await variantRows()).toEqual(
        before.variants.filter(({ product_id }) => ids.includes(product_id as string)),
      );
    }, SOON);
    expect([await kept.line(), await closed.line()]).toMatchObject([
      { available: true, unitPrice: '26.00', product: { title: kept.sold.title } },
      { available: false },
    ]);
    const user = asUser();
    expect(
      (
        await shop.add(user, {
          productId: kept.told.id,
          generatedImageId: await shop.artworkOf(user),
          variantSelections: { size: 'XL' },
        })
      ).status,
    ).toBe(200);
  });

  const productRows = () => shop.rows('SELECT * FROM catalogue_products ORDER BY id');
  const variantRows = () => shop.rows('SELECT * FROM catalogue_variants ORDER BY id');
});
