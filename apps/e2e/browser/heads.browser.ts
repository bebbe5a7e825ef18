import type { APIRequestContext } from '@playwright/test';
import type { Product } from '@shop/contracts-catalog';
import sharp from 'sharp';
import { readAnswer } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';

interface OfferedProduct {
  name: string;
  image?: string;
  offers: { price: string; priceCurrency: string; availability: string };
}

/** HTML of a page without running its scripts. */
async function htmlOf(request: APIRequestContext, address: string): Promise<string> {
  const answer = await request.get(address, { headers: { accept: 'text/html' } });
  expect.soft([answer.status(), answer.headers()['content-type']], address).toEqual([200, 'text/html; charset=utf-8']);
  const html = await answer.text();
  expect.soft(html, 'a placeholder that the server left').not.toMatch(/\{(origin|base|page)\}/);
  return html;
}

const attributeOf = (html: string, tag: RegExp, name: string): string | undefined =>
  new RegExp(`\\b${name}="?([^"\\s>]*)`).exec(tag.exec(html)?.[0] ?? '')?.[1];
const meta = (html: string, name: string) =>
  attributeOf(html, new RegExp(`<meta[^>]*="?${name}"?[ >][^>]*>?`), 'content');
const canonical = (html: string) => attributeOf(html, /<link[^>]*rel="?canonical[^>]*>/, 'href');

async function pictureAt(request: APIRequestContext, address: string): Promise<string> {
  const answer = await request.get(address);
  expect.soft(answer.status(), address).toBe(200);
  const { format, width, height } = await sharp(await answer.body()).metadata();
  return `${answer.headers()['content-type']}: ${format}, ${width}x${height}`;
}

test('robots find the public pages with heads and pictures, and no private pages', async ({ request, shop }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect.soft(robots).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
  expect.soft(robots.match(/^Disallow: .*$/gm)).toEqual(['Disallow: /api/']);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const found = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  expect.soft(found).toEqual(expect.arrayContaining([`${shop.url}/`, `${shop.url}/products`]));
  expect.soft(found).toContain(`${shop.url}/products/classic-pet-portrait-tee`);
  for (const address of found) {
    // A page of a product has its own head once the catalogue answers in time.
    await expect(async () => {
      const html = await htmlOf(request, address);
      expect([canonical(html), meta(html, 'og:url'), meta(html, 'robots')]).toEqual([address, address, undefined]);
    }).toPass({ timeout: 10_000 });
  }
  expect
    .soft((await request.get('/products/no-such-product', { headers: { accept: 'text/html' } })).status())
    .toBe(404);
  for (const path of ['/cart', '/checkout', '/orders', '/admin']) {
    expect.soft(found).not.toContain(`${shop.url}${path}`);
    const html = await htmlOf(request, path);
    expect.soft([canonical(html), meta(html, 'robots')], path).toEqual([undefined, 'noindex']);
  }

  const landing = await htmlOf(request, '/');
  expect.soft(await pictureAt(request, meta(landing, 'og:image') ?? '')).toMatch(/^image\/jpeg: jpeg, /);
  expect.soft(landing).toContain(`"logo":`);
  const manifest = await readAnswer<{ name: string; icons: { src: string; type: string; sizes: string }[] }>(
    request.get('/manifest.webmanifest'),
  );
  expect.soft(manifest.name).toBe('PetArt');
  for (const { src, type, sizes } of manifest.icons)
    expect.soft(await pictureAt(request, src), src).toBe(`${type}: png, ${sizes}`);
});

test('/products has structured data with products and prices', async ({ anonymousPage: page, shop }) => {
  await page.goto('/products');
  const block = page.locator('script[type="application/ld+json"]');
  await expect(block).toHaveCount(1);
  const { itemListElement } = JSON.parse((await block.textContent()) ?? '') as {
    itemListElement: { item: OfferedProduct }[];
  };
  const sold = await readAnswer<Product[]>(page.request.get('/api/products'));
  expect(sold.length).toBeGreaterThanOrEqual(10);
  expect(itemListElement.map(({ item }) => item)).toMatchObject(
    sold.map(({ title, basePrice, imageUrl }) => ({
      name: title,
      ...(imageUrl && { image: new URL(imageUrl, shop.url).href }),
      offers: { price: basePrice, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })),
  );
});
