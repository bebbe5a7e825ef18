import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRAND } from '@shop/contracts/common';
import { ownerOf } from './pages.js';
import { siteOf } from './site.js';

const site = siteOf(BRAND);

const PUBLIC = ['/', '/products', '/create', '/terms', '/privacy'];
const PRIVATE = [
  '/customize',
  '/cart',
  '/checkout',
  '/order-complete',
  '/auth',
  '/forgot-password',
  '/reset-password',
  '/profile',
  '/orders',
  '/orders/:orderId',
  '/designs',
  '/admin',
  '/nimda',
];

/** What a crawler that runs no script reads. */
function read(path: string): Document {
  const head = path in site.pages ? site.pages[path] : site.missing;
  return new DOMParser().parseFromString(
    `<head>${(head ?? '').replaceAll('{origin}', 'https://shop.test')}</head>`,
    'text/html',
  );
}
const content = (page: Document, name: string): string | null | undefined =>
  page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');

it('has a head for each page there is, and for no other', () => {
  expect(Object.keys(site.pages).sort()).toEqual([...PUBLIC, ...PRIVATE].sort());
  for (const path of [
    '/',
    '/products',
    '/create',
    '/customize',
    '/cart',
    '/checkout',
    '/order-complete',
    '/orders',
    '/orders/7b9e',
    '/designs',
    '/admin',
    '/nimda',
  ])
    expect(ownerOf(path)).not.toBe('shell');
});

describe.each(PUBLIC)('%s', (path) => {
  const page = read(path);

  it('has a title and a description of its own, of a length that is shown whole', () => {
    const description = content(page, 'description') ?? '';
    expect(description.length).toBeGreaterThan(60);
    expect(description.length).toBeLessThanOrEqual(160);
    const others = PUBLIC.filter((other) => other !== path).map(read);
    expect(others.map((other) => other.title)).not.toContain(page.title);
    expect(others.map((other) => content(other, 'description'))).not.toContain(description);
    expect(content(page, 'robots')).toBeUndefined();
  });

  it('says what is shown where it is shared', () => {
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(`https://shop.test${path}`);
    expect(content(page, 'og:url')).toBe(`https://shop.test${path}`);
    expect(content(page, 'og:title')).toMatch(/\S/);
    expect(content(page, 'og:image')).toBe('https://shop.test/share.jpg');
    expect(content(page, 'twitter:card')).toBe('summary_large_image');
  });
});

it.each([...PRIVATE, '/no/such/page'])('%s is kept out of what can be searched', (path) => {
  const page = read(path);
  expect(page.title).toMatch(/ · PetArt$/);
  expect(content(page, 'robots')).toBe('noindex');
  expect(page.querySelector('link[rel="canonical"]')).toBeNull();
});

it('names pages as they name themselves once they run', () => {
  const apps = join(import.meta.dirname, '../..');
  const pages = globSync('*-web/src/**/*.page.tsx', { cwd: apps }).map((file) =>
    readFileSync(join(apps, file), 'utf8'),
  );
  const own = pages.flatMap((source) =>
    [
      ...source.matchAll(
        /usePageTitle\((?:[^\n]+ : )?'([^']+)'\)|<LegalText title="([^"]+)"|'sign-in': \{\s*heading: '([^']+)'/g,
      ),
    ].map((match) => match[1] ?? match[2] ?? match[3]),
  );
  const ours = [...PUBLIC, ...PRIVATE, '/no/such/page']
    .map((path) => read(path).title.replace(/ · PetArt$/, ''))
    .filter((title) => title !== BRAND);
  expect(ours.sort()).toEqual(own.sort());
});

it('tells search engines who we are', () => {
  const data = JSON.parse(read('/').querySelector('script[type="application/ld+json"]')?.textContent ?? '') as {
    '@graph': { '@type': string; url: string }[];
  };
  expect(data['@graph'].map((thing) => [thing['@type'], thing.url])).toEqual([
    ['Organization', 'https://shop.test/'],
    ['WebSite', 'https://shop.test/'],
  ]);
});

describe('/robots.txt', () => {
  const lines = site.texts['/robots.txt'].split('\n');

  it('keeps robots from the calls, and from no page: of a private one they have to read that it is not to be found', () => {
    const refused = lines
      .filter((line) => line.startsWith('Disallow: '))
      .map((line) => line.slice('Disallow: '.length));
    expect(refused.some((prefix) => '/api/cart'.startsWith(prefix))).toBe(true);
    for (const path of [...PUBLIC, ...PRIVATE, '/media/x', '/pictures/x.svg', '/remotes.json', '/assets/main.js'])
      expect(refused.some((prefix) => path.startsWith(prefix))).toBe(false);
  });

  it('lets them read the lists that a public page is made of', () => {
    expect(lines).toEqual(
      expect.arrayContaining(['Allow: /api/products', 'Allow: /api/styles', 'Sitemap: {origin}/sitemap.xml']),
    );
  });
});

it('/sitemap.xml lists the public pages', () => {
  const map = new DOMParser().parseFromString(site.texts['/sitemap.xml'], 'application/xml');
  expect([...map.querySelectorAll('url > loc')].map((loc) => loc.textContent)).toEqual(
    PUBLIC.map((path) => `{origin}${path}`),
  );
});

it('/manifest.webmanifest names icons that are there, of the sizes they are said to have', () => {
  const { name, icons } = JSON.parse(site.texts['/manifest.webmanifest']) as {
    name: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(name).toBe(BRAND);
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of icons) {
    // PNG: width and height stand at bytes 16 and 20.
    const png = readFileSync(join(import.meta.dirname, '../public', src));
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});
