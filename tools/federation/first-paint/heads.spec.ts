import { createSite } from './heads.js';

const site = createSite(
  'PetArt',
  {
    '/': { title: 'PetArt', headline: 'Pets as art', description: 'Portraits of "your" pet' },
    '/products': { title: 'Our Products · PetArt', headline: 'Shirts & more', description: 'Every product' },
  },
  { '/cart': 'Shopping Cart' },
);

it('gives a public page title, description, canonical URL and share tags', () => {
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

it('escapes markup in texts', () => {
  expect(site.pages['/']).toContain('content="Portraits of &quot;your&quot; pet"');
});

it.each([
  ['private pages', site.pages['/cart'], 'Shopping Cart · PetArt'],
  ['unknown addresses', site.missing, 'Page Not Found · PetArt'],
])('excludes %s from search engines', (_what, head, title) => {
  expect(head).toBe(`<title>${title}</title><meta name="robots" content="noindex">`);
});

it('describes the shop for search engines on the landing page', () => {
  const [, block = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(site.pages['/'] ?? '') ?? [];
  const data = JSON.parse(block) as { '@graph': { '@type': string; url: string }[] };
  expect(data['@graph'].map((node) => [node['@type'], node.url])).toEqual([
    ['Organization', '{origin}/'],
    ['WebSite', '{origin}/'],
  ]);
});

describe('/robots.txt', () => {
  const lines = site.texts['/robots.txt'].split('\n');

  it('disallows API calls but no page, as robots must read the noindex of private pages', () => {
    const disallowed = lines
      .filter((line) => line.startsWith('Disallow: '))
      .map((line) => line.slice('Disallow: '.length));
    expect(disallowed.some((prefix) => '/api/cart'.startsWith(prefix))).toBe(true);
    for (const path of ['/', '/products', '/cart', '/media/x', '/pictures/x.svg', '/remotes.json', '/assets/main.js'])
      expect(disallowed.some((prefix) => path.startsWith(prefix))).toBe(false);
  });

  it('allows the API calls of public pages', () => {
    expect(lines).toEqual(
      expect.arrayContaining(['Allow: /api/products', 'Allow: /api/styles', 'Sitemap: {origin}/sitemap.xml']),
    );
  });
});

it('lists the public pages in /sitemap.xml', () => {
  expect([...site.texts['/sitemap.xml'].matchAll(/<url><loc>([^<]*)<\/loc><\/url>/g)].map(([, loc]) => loc)).toEqual([
    '{origin}/',
    '{origin}/products',
  ]);
});
