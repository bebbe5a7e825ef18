import type { Page } from '@playwright/test';
import type { Product } from '@shop/contracts/catalog';
import sharp from 'sharp';
import { must } from '../support/people.ts';
import { expect, test } from '../support/screens.ts';

/** With the names of their tabs. */
const PAGES = [
  ['/', 'PetArt'],
  ['/products', 'Our Products · PetArt'],
] as const;

interface HeadLink {
  rel: string;
  address: string;
  type: string;
  sizes: string;
}

/** What stands in the HTML for robots, which run nothing. */
interface Head {
  titles: string[];
  metas: [name: string, content: string][];
  links: HeadLink[];
  /** JSON-LD. */
  facts: { '@graph': { '@type': string; name: string; url: string; logo?: string }[] }[];
}

interface OfferedProduct {
  name: string;
  description?: string;
  image?: string;
  offers: { price: string; priceCurrency: string; availability: string; url: string };
}

const READ = `(html) => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const all = (selector) => [...page.querySelectorAll(selector)];
  const said = (element, name) => element.getAttribute(name) ?? '';
  return {
    titles: all('head > title').map(({ textContent }) => textContent),
    metas: all('head > meta').map((meta) => [said(meta, 'name') || said(meta, 'property'), said(meta, 'content')]),
    links: all('head > link').map((link) => ({ rel: said(link, 'rel'), address: said(link, 'href'), type: said(link, 'type'), sizes: said(link, 'sizes') })),
    facts: all('script[type="application/ld+json"]').map(({ textContent }) => JSON.parse(textContent)),
  };
}`;

async function headOf(page: Page, address: string): Promise<Head> {
  const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
  expect([answer.status(), answer.headers()['content-type'], answer.headers()['x-robots-tag']], address).toEqual([
    200,
    'text/html; charset=utf-8',
    undefined,
  ]);
  const html = await answer.text();
  expect(html, 'a place for what the server knows that was left empty').not.toMatch(/\{(origin|base|page)\}/);
  return page.evaluate<Head>(`(${READ})(${JSON.stringify(html)})`);
}

const metaOf = ({ metas }: Head, wanted: string): string[] =>
  metas.flatMap(([name, content]) => (name === wanted ? [content] : []));
const linksOf = ({ links }: Head, wanted: string): HeadLink[] => links.filter(({ rel }) => rel === wanted);

async function textOf(page: Page, address: string, type: string): Promise<string> {
  const answer = await page.request.get(address);
  expect([answer.status(), answer.headers()['content-type']], address).toEqual([200, type]);
  return answer.text();
}

/** As it is sent, and as it is: `image/png: png, 192x192`. */
async function pictureAt(page: Page, address: string): Promise<string> {
  const answer = await page.request.get(address);
  expect(answer.status(), address).toBe(200);
  const { format, width, height } = await sharp(await answer.body()).metadata();
  return `${answer.headers()['content-type']}: ${format}, ${width}x${height}`;
}

for (const [path, title] of PAGES) {
  test(`${path} says before any script what it is, for who finds or shares it, each thing once`, async ({
    visitor,
    shop,
  }) => {
    const head = await headOf(visitor, path);
    const address = `${shop.url}${path}`;

    expect(head.titles).toEqual([title]);
    const [description = ''] = metaOf(head, 'description');
    expect(description.length).toBeGreaterThan(60);
    for (const [name, content] of [
      ['description', description],
      ['og:description', description],
      ['og:title', expect.stringMatching(/\w/)],
      ['og:url', address],
    ] as const)
      expect(metaOf(head, name), name).toEqual([content]);
    expect(linksOf(head, 'canonical').map((link) => link.address)).toEqual([address]);
    expect(metaOf(head, 'robots')).toEqual([]);
  });

  test(`the icons, the manifest and the picture for sharing that ${path} names are there, of the type and size they are said to have`, async ({
    visitor,
    shop,
  }) => {
    const head = await headOf(visitor, path);
    const [share = ''] = metaOf(head, 'og:image');
    expect(share.startsWith(`${shop.url}/`), 'the whole address of the picture').toBe(true);
    expect(await pictureAt(visitor, share)).toBe(
      `image/jpeg: jpeg, ${metaOf(head, 'og:image:width').join()}x${metaOf(head, 'og:image:height').join()}`,
    );

    const icons = linksOf(head, 'icon');
    expect(icons.map(({ type }) => type)).toEqual(['image/svg+xml', 'image/png']);
    for (const { address, type, sizes } of icons)
      expect(await pictureAt(visitor, address)).toContain(
        type === 'image/png' ? `${type}: png, ${sizes}` : `${type}: svg, `,
      );
    const apple = linksOf(head, 'apple-touch-icon');
    expect(await Promise.all(apple.map(({ address }) => pictureAt(visitor, address)))).toEqual([
      'image/png: png, 180x180',
    ]);
    expect(linksOf(head, 'manifest').map(({ address }) => address)).toEqual(['/manifest.webmanifest']);
  });
}

test('the web manifest starts at a page there is, and each of its icons is of its size', async ({ visitor }) => {
  const manifest = JSON.parse(
    await textOf(visitor, '/manifest.webmanifest', 'application/manifest+json; charset=utf-8'),
  ) as { name: string; start_url: string; icons: { src: string; type: string; sizes: string; purpose?: string }[] };

  expect(manifest.name).toBe('PetArt');
  expect((await headOf(visitor, manifest.start_url)).titles).toEqual(['PetArt']);
  expect(manifest.icons.map(({ purpose }) => purpose ?? 'any')).toEqual(['any', 'any', 'maskable']);
  for (const { src, type, sizes } of manifest.icons)
    expect(await pictureAt(visitor, src), src).toBe(`${type}: png, ${sizes}`);
});

test('robots are led to the public pages, which want to be found, and to no private one', async ({ visitor, shop }) => {
  const rules = (await textOf(visitor, '/robots.txt', 'text/plain; charset=utf-8')).split('\n');
  expect(rules).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
  const refused = rules.filter((rule) => rule.startsWith('Disallow: ')).map((rule) => rule.slice('Disallow: '.length));
  expect(refused).toEqual(['/api/']);

  const found = [
    ...(await textOf(visitor, '/sitemap.xml', 'application/xml; charset=utf-8')).matchAll(/<loc>([^<]+)<\/loc>/g),
  ].map(([, address = '']) => address);
  expect(found).toEqual(expect.arrayContaining(PAGES.map(([path]) => `${shop.url}${path}`)));
  for (const address of found) {
    const head = await headOf(visitor, address);
    expect([linksOf(head, 'canonical').map((link) => link.address), metaOf(head, 'robots')], address).toEqual([
      [address],
      [],
    ]);
  }
  for (const path of ['/cart', '/checkout', '/orders', '/admin']) {
    expect(found).not.toContain(`${shop.url}${path}`);
    const head = await headOf(visitor, path);
    expect([metaOf(head, 'robots'), metaOf(head, 'og:url'), linksOf(head, 'canonical')], path).toEqual([
      ['noindex'],
      [],
      [],
    ]);
  }
});

test('search engines read on / who the shop is, with its logo', async ({ visitor, shop }) => {
  const { facts } = await headOf(visitor, '/');
  expect(facts.flatMap((each) => each['@graph']).map((thing) => [thing['@type'], thing.name, thing.url])).toEqual([
    ['Organization', 'PetArt', `${shop.url}/`],
    ['WebSite', 'PetArt', `${shop.url}/`],
  ]);
  expect(await pictureAt(visitor, facts[0]?.['@graph'][0]?.logo ?? '')).toBe('image/png: png, 512x512');
});

test('search engines read on /products what is sold, at what it costs', async ({ visitor, shop }) => {
  await visitor.goto('/products');
  const block = visitor.locator('script[type="application/ld+json"]');
  await expect(block).toHaveCount(1);
  const told = JSON.parse((await block.textContent()) ?? '') as {
    '@type': string;
    numberOfItems: number;
    itemListElement: { position: number; item: OfferedProduct }[];
  };
  const sold = await must<Product[]>(visitor.request.get('/api/products'));

  expect(sold.length).toBeGreaterThan(0);
  expect([told['@type'], told.numberOfItems]).toEqual(['ItemList', sold.length]);
  expect(told.itemListElement.map(({ position, item }) => [position, item.name, item.description, item.image])).toEqual(
    sold.map(({ title, description, imageUrl }, index) => [
      index + 1,
      title,
      description ?? undefined,
      imageUrl ? new URL(imageUrl, shop.url).href : undefined,
    ]),
  );
  expect(
    told.itemListElement.map(({ item: { offers } }) => [
      offers.price,
      offers.priceCurrency,
      offers.availability,
      offers.url,
    ]),
  ).toEqual(
    sold.map(({ basePrice, active }) => [
      basePrice,
      'USD',
      active ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      `${shop.url}/products`,
    ]),
  );
  for (const { item } of told.itemListElement)
    if (item.image?.startsWith(shop.url))
      expect((await visitor.request.get(item.image)).headers()['content-type'], item.image).toMatch(/^image\//);
});
