import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Product } from '@shop/contracts/catalog';
import { asAdmin, eventually, testTransports, type Answer, type TestService } from '@shop/testing';
import { soWithin } from '@shop/testing/so-within';
import { addVariant, CatalogueFixture, createProduct, listProducts, listVariants } from './catalogue.js';

/** As it comes over the wire: `fetch` would unpack it. */
function raw(url: string, headers: Record<string, string>): Promise<{ encoding: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(parts) }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'the shoppers’ lists, with events over %s',
  (_, transport) => {
    let catalogue: CatalogueFixture;
    let one: TestService;
    let other: TestService;
    beforeAll(async () => {
      catalogue = await CatalogueFixture.open(transport);
      one = await catalogue.start();
      other = await catalogue.start();
    });
    afterAll(() => catalogue.close());

    const change = (id: string, body: unknown) =>
      one.call('PATCH', `/api/admin/products/${id}`, { as: asAdmin(), body });

    it('show a change at once where it was made, and in every other instance within a second', async () => {
      const { id } = await createProduct(one);
      await catalogue.addVariants(id);
      await soWithin(1_000, async () => (await listProducts(other)).some((product) => product.id === id));
      await Promise.all([listVariants(one, id), listVariants(other, id)]);

      await change(id, { title: 'Changed' });

      const titleIn = async (service: TestService) =>
        (await listProducts(service)).find((product) => product.id === id)?.title;
      expect(await titleIn(one)).toBe('Changed');
      await soWithin(1_000, async () => (await titleIn(other)) === 'Changed');

      await change(id, { active: false });
      await soWithin(1_000, async () => (await other.call('GET', `/api/products/${id}/variants`)).status === 404);
    });

    it('show what became of a size in every instance, under another ETag', async () => {
      const { id } = await createProduct(one);
      const variant = await addVariant(one, id, { name: 'XL' });
      const asked = (etag = ''): Promise<Answer> =>
        other.call('GET', `/api/products/${id}/variants`, { headers: { 'if-none-match': etag } });
      const first = await eventually(async () => {
        const answer = await asked();
        expect(answer.json()).toMatchObject([{ name: 'XL', priceModifier: '0.00' }]);
        return answer;
      });
      const etag = first.headers.get('etag') ?? '';
      expect((await asked(etag)).status).toBe(304);

      await one.call('PATCH', `/api/admin/products/${id}/variants/${variant.id}`, {
        as: asAdmin(),
        body: { priceModifier: '3' },
      });
      await eventually(async () =>
        expect(await asked(etag)).toMatchObject({
          status: 200,
          text: expect.stringContaining('"priceModifier":"3.00"') as string,
        }),
      );
      await one.call('PATCH', `/api/admin/products/${id}/variants/${variant.id}`, {
        as: asAdmin(),
        body: { active: false },
      });
      await eventually(async () => expect(await asked(etag)).toMatchObject({ status: 200, text: '[]' }));
    });

    it('answer 304 to a browser that has them already, until they change', async () => {
      const { id } = await createProduct(one);
      const first = await one.call('GET', '/api/products');
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toBe('no-cache');

      const again = await one.call('GET', '/api/products', { headers: { 'if-none-match': etag } });
      expect(again).toMatchObject({ status: 304, text: '' });

      await change(id, { title: 'Changed again' });
      expect((await one.call('GET', '/api/products', { headers: { 'if-none-match': etag } })).status).toBe(200);
    });

    it('come in the encoding that the browser takes, always the same list', async () => {
      await createProduct(one);
      const url = `${one.url}/api/products`;
      const [plain, br, gzip] = await Promise.all([
        raw(url, {}),
        raw(url, { 'accept-encoding': 'gzip, br' }),
        raw(url, { 'accept-encoding': 'gzip' }),
      ]);
      expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip']);
      expect(brotliDecompressSync(br.body)).toEqual(plain.body);
      expect(gunzipSync(gzip.body)).toEqual(plain.body);
      expect(JSON.parse(plain.body.toString()) as Product[]).toEqual(await listProducts(one));
    });

    it('answer the variants of a product without any with an empty list', async () => {
      const { id } = await createProduct(one);
      expect(await listVariants(one, id)).toEqual([]);
    });

    it.each(['00000000-0000-4000-8000-000000000000', 'not-an-id', '1'])(
      'answer 404 for the variants of the unknown product %s',
      async (id) => {
        expect(await one.call('GET', `/api/products/${id}/variants`)).toMatchObject({ status: 404, text: 'Not found' });
      },
    );
  },
);
