import { anyTransport, type TestService } from '@shop/testing';
import { copyFiles, pictureFiles } from '../src/pictures/picture-address.rules.js';
import { CatalogueFixture } from './catalogue.js';

describe('product pictures', () => {
  let catalogue: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    catalogue = await CatalogueFixture.open(anyTransport());
    service = await catalogue.start();
  });
  afterAll(() => catalogue.close());

  it('are SVG that a browser keeps for ever and never takes for anything else', async () => {
    const { status, headers, text } = await service.call('GET', '/pictures/classic-tee-white.svg');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toMatch(/^<svg /);
  });

  it('are there in every colour of every cut, and weigh little', async () => {
    for (const file of pictureFiles()) {
      const { status, headers } = await service.call('GET', `/pictures/${file}`);
      expect([file, status]).toEqual([file, 200]);
      expect(Number(headers.get('content-length'))).toBeLessThan(4_000);
    }
  });

  it('have copies of each, which no client unpacks', async () => {
    for (const file of copyFiles()) {
      const { status, headers } = await service.call('GET', `/pictures/${file}`, {
        headers: { 'accept-encoding': 'br, gzip' },
      });
      expect([file, status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
        file,
        200,
        'image/avif',
        null,
      ]);
    }
    const { headers } = await service.call('GET', '/pictures/classic-tee-white-480.avif');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(
      (
        await service.call('GET', '/pictures/classic-tee-white-480.avif', {
          headers: { 'if-none-match': headers.get('etag') ?? '' },
        })
      ).status,
    ).toBe(304);
  });

  it('answer 304 to a browser that asks again', async () => {
    const etag = (await service.call('GET', '/pictures/round-tag-gold.svg')).headers.get('etag') ?? '';
    expect(
      (await service.call('GET', '/pictures/round-tag-gold.svg', { headers: { 'if-none-match': etag } })).status,
    ).toBe(304);
  });

  it.each([
    'classic-tee-purple.svg',
    'classic-tee-white.png',
    'classic-tee-white-481.avif',
    'classic-tee-purple-480.avif',
    '..%2f..%2fpackage.json',
    'constructor',
  ])('answer 404 for %s', async (file) => {
    expect(await service.call('GET', `/pictures/${file}`)).toMatchObject({ status: 404, text: 'Not found' });
  });
});
