import { productSaved, productSchema, variantSchema, type Product } from '@shop/contracts/catalog';
import { anyTransport, asAdmin, eventually, testTransports } from '@shop/testing';
import { pictureFiles } from '../src/pictures/picture-address.rules.js';
import { SEED_PRODUCTS } from '../src/seeding/seed-products.js';
import { CatalogueFixture, listForAdmin, listProducts, listVariants } from './catalogue.js';

const TITLES = SEED_PRODUCTS.map(({ title }) => title);

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'a new catalogue, with events over %s',
  (_, transport) => {
    let catalogue: CatalogueFixture;
    beforeAll(async () => (catalogue = await CatalogueFixture.open(transport)));
    afterAll(() => catalogue.close());

    it('is filled once by two instances that start together, and every product is told once', async () => {
      const [one, other] = await Promise.all([catalogue.start({}), catalogue.start({})]);

      expect((await listProducts(one)).map(({ title }) => title)).toEqual(TITLES);
      expect(await listProducts(other)).toEqual(await listProducts(one));
      await eventually(() => expect(catalogue.events.all('product.saved')).toHaveLength(TITLES.length));
      for (const { data, subject, sequence } of catalogue.events.all('product.saved')) {
        const { product, variants } = productSaved.schema.parse(data) as { product: Product; variants: unknown[] };
        expect(subject).toBe(`product/${product.id}`);
        expect(sequence).toBe(1);
        expect(variants.length).toBeGreaterThan(0);
      }
    });

    it('sends products and variants in the contract’s shape, each with a picture that exists', async () => {
      const service = await catalogue.start({});
      const pictures = new Set(pictureFiles().map((file) => `/pictures/${file}`));
      for (const product of await listProducts(service)) {
        expect(productSchema.parse(product)).toEqual(product);
        expect(pictures.has(product.imageUrl ?? '')).toBe(true);
        expect(pictures.has(product.overlayUrl ?? '')).toBe(true);
        const variants = await listVariants(service, product.id);
        const colours = variants.filter(({ type }) => type === 'color');
        expect(colours.length).toBeGreaterThan(1);
        expect(colours[0]?.imageUrl).toBe(product.imageUrl);
        for (const variant of variants) {
          expect(variantSchema.parse(variant)).toEqual(variant);
          expect(variant.productId).toBe(product.id);
          if (variant.type === 'color')
            expect([variant.colorHex, pictures.has(variant.imageUrl ?? '')]).toEqual([
              expect.stringMatching(/^#[0-9a-f]{6}$/),
              true,
            ]);
        }
      }
    });

    it('lists sizes in their order, with dearer large ones and smaller print on small ones', async () => {
      const service = await catalogue.start({});
      const [tee] = await listProducts(service);
      const sizes = (await listVariants(service, tee?.id ?? '')).filter(({ type }) => type === 'size');
      expect(
        sizes.map(({ name, priceModifier, printArea }) => [name, priceModifier, printArea?.widthPx ?? null]),
      ).toEqual([
        ['XS', '0.00', 3450],
        ['S', '0.00', 3450],
        ['M', '0.00', 3450],
        ['L', '0.00', null],
        ['XL', '0.00', null],
        ['2XL', '2.00', null],
        ['3XL', '4.00', null],
      ]);
    });

    it('does not bring back at a later start what was deleted', async () => {
      const service = await catalogue.start({});
      const [gone] = await listProducts(service);
      await service.call('DELETE', `/api/admin/products/${gone?.id}`, { as: asAdmin() });
      const later = await catalogue.start({});
      expect((await listProducts(later)).map(({ title }) => title)).toEqual(TITLES.slice(1));
    });
  },
);

describe('a catalogue with SEED=none', () => {
  let catalogue: CatalogueFixture;
  beforeAll(async () => (catalogue = await CatalogueFixture.open(anyTransport())));
  afterAll(() => catalogue.close());

  it('stays empty', async () => {
    const service = await catalogue.start({ SEED: 'none' });
    expect(await listProducts(service)).toEqual([]);
    expect(await listForAdmin(service)).toEqual([]);
  });
});
