import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteOf } from './heads.js';

const site = siteOf(
  'PetArt',
  {
    '/': { title: 'PetArt', headline: 'Pets as art', description: 'Portraits of "your" pet' },
    '/products': { title: 'Our Products · PetArt', headline: 'Shirts & more', description: 'Every product' },
  },
  { '/cart': 'Shopping Cart' },
);

it('a public page says what it is, also where it is shared', () => {
  for (const tag of [
    '<title>Our Products · PetArt</title>',
    '<meta name="description" content="Every product">',
    '<link rel="canonical" href="{origin}/products">',
    '<meta property="og:url" content="{origin}/products">',
    '<meta property="og:title" content="Shirts &amp; more">',
    '<meta property="og:image" content="{origin}/share.jpg">',
    '<meta name="twitter:card" content="summary_large_image">',
  ])
    expect(site.pages['/products']).toContain(tag);
  expect(site.pages['/products']).not.toContain('robots');
});

it('markup in a text stays text', () => {
  expect(site.pages['/']).toContain('content="Portraits of &quot;your&quot; pet"');
});

it.each([
  ['a private page', site.pages['/cart'], 'Shopping Cart · PetArt'],
  ['an address that is no page', site.missing, 'Page Not Found · PetArt'],
])('%s is kept out of what can be searched', (_what, head, title) => {
  expect(head).toBe(`<title>${title}</title><meta name="robots" content="noindex">`);
});

it('the first page tells search engines who we are', () => {
  const [, block = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(site.pages['/'] ?? '') ?? [];
  const data = JSON.parse(block) as { '@graph': { '@type': string; url: string }[] };
  expect(data['@graph'].map((thing) => [thing['@type'], thing.url])).toEqual([
    ['Organization', '{origin}/'],
    ['WebSite', '{origin}/'],
  ]);
});

describe('/robots.txt', () => {
  const lines = site.texts['/robots.txt'].split('\n');

  it('keeps robots from the calls, and from no page: of a private one they have to read its noindex', () => {
    const disallowed = lines
      .filter((line) => line.startsWith('Disallow: '))
      .map((line) => line.slice('Disallow: '.length));
    expect(disallowed.some((prefix) => '/api/cart'.startsWith(prefix))).toBe(true);
    for (const path of ['/', '/products', '/cart', '/media/x', '/pictures/x.svg', '/remotes.json', '/assets/main.js'])
      expect(disallowed.some((prefix) => path.startsWith(prefix))).toBe(false);
  });

  it('lets them read the lists that a public page is made of', () => {
    expect(lines).toEqual(
      expect.arrayContaining(['Allow: /api/products', 'Allow: /api/styles', 'Sitemap: {origin}/sitemap.xml']),
    );
  });
});

it('/sitemap.xml lists the public pages', () => {
  expect([...site.texts['/sitemap.xml'].matchAll(/<url><loc>([^<]*)<\/loc><\/url>/g)].map(([, loc]) => loc)).toEqual([
    '{origin}/',
    '{origin}/products',
  ]);
});

it('/manifest.webmanifest names icons that are there, of the sizes they are said to have', () => {
  const { name, icons } = JSON.parse(site.texts['/manifest.webmanifest']) as {
    name: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(name).toBe('PetArt');
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of icons) {
    // PNG: width and height stand at bytes 16 and 20.
    const png = readFileSync(join(import.meta.dirname, '../../../apps/shell-web/public', src));
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});
