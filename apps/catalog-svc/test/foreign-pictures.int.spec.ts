import type { AdminProduct } from '@shop/contracts-catalog';
import { asAdmin, waitFor } from '@shop/testing';
import { DataSource } from 'typeorm';
import { ForeignPicturesRepository } from '../src/foreign-pictures/foreign-pictures.repository.js';
import { ForeignPicturesService } from '../src/foreign-pictures/foreign-pictures.service.js';
import { CatalogueFixture, createProduct } from './support/catalogue-fixture.js';

let fixture: CatalogueFixture;
beforeAll(async () => {
  fixture = await CatalogueFixture.start();
});
afterAll(async () => {
  await fixture.close();
});

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const show = async (address: string) => {
  const url = new URL(`/pictures/by-address?address=${encodeURIComponent(address)}`, fixture.service.url);
  const answer = await fetch(url);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const readProduct = async (id: string): Promise<AdminProduct> =>
  (await fixture.service.call('GET', `/api/admin/products/${id}`, { as: asAdmin() })).json<AdminProduct>();

describe('a product’s picture on another site', () => {
  it('is served from here once it is fetched, as no document', async () => {
    const imageUrl = 'https://pictures.example/tee.png';
    await createProduct(fixture.service, { imageUrl });
    expect((await show(imageUrl)).status).toBe(404);
    await fixture.service.get(ForeignPicturesRepository).store(imageUrl, { mimeType: 'image/png', bytes: PNG });
    const { status, headers, bytes } = await show(imageUrl);
    expect([status, headers.get('content-type'), bytes]).toEqual([200, 'image/png', PNG]);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('on this machine is never requested, and the admin reads why', async () => {
    const imageUrl = 'https://127.0.0.1/tee.png';
    const { id } = await createProduct(fixture.service, { imageUrl });
    await waitFor(async () =>
      expect((await readProduct(id)).pictureProblem).toBe('The address is not on the internet.'),
    );
    expect((await show(imageUrl)).status).toBe(404);
  });

  it('is fetched again when it is saved after a refusal, and not otherwise', async () => {
    const address = 'https://pictures.example/again.png';
    const repository = fixture.service.get(ForeignPicturesRepository);
    const { manager } = fixture.service.get(DataSource);
    const request = () => repository.request(address, manager);
    expect([await request(), await request()]).toEqual([true, false]);
    await repository.refuse(address, 'The other site answers 404.');
    expect([await request(), await request()]).toEqual([true, false]);
  });

  it('is fetched at a start if no one has yet', async () => {
    await fixture.database.query('DELETE FROM foreign_pictures');
    const unknown = await fixture.service.get(ForeignPicturesRepository).listUnknown(10);
    expect(unknown.map(({ address }) => address)).toContain('https://pictures.example/tee.png');
    await fixture.service.get(ForeignPicturesService).onApplicationBootstrap();
    expect(await fixture.service.get(ForeignPicturesRepository).listUnknown(10)).toEqual([]);
  });
});
