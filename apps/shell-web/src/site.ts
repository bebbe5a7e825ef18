/**
 * What the server says about the shop's addresses before any script runs (ADR 14). Read by the build, before anything is built, so it imports nothing;
 * the browser never sees it.
 */

interface PublicPage {
  /** As the page itself names the tab, and then for those who find it elsewhere. */
  readonly title: string;
  readonly headline: string;
  readonly description: string;
}

/** Pages that anybody may find. */
const publicPages = (brand: string): Readonly<Record<string, PublicPage>> => ({
  '/': {
    title: brand,
    headline: `${brand}: your best friend, as a work of art`,
    description:
      'Upload a photo of your pet, choose one of four art styles, and we print the portrait on T-shirts, hoodies, phone cases and pet tags, made just for you.',
  },
  '/products': {
    title: `Our Products · ${brand}`,
    headline: 'T-shirts, hoodies, phone cases and tags for your pet’s portrait',
    description:
      'T-shirts, hoodies, phone cases and pet tags, printed to order with a portrait of your own pet. See every product, its colors and its price.',
  },
  '/create': {
    title: `Create Art · ${brand}`,
    headline: 'Turn a photo of your pet into art',
    description:
      'Upload a photo of your pet and choose Cyberpunk, Modern, Minimalistic or Abstract. Your artwork is usually ready in 10 to 20 seconds.',
  },
  '/terms': {
    title: `Terms of Service · ${brand}`,
    headline: `The terms of ${brand}`,
    description: `The terms under which ${brand} makes art from your photos, prints it and ships it.`,
  },
  '/privacy': {
    title: `Privacy Policy · ${brand}`,
    headline: `How ${brand} treats your data`,
    description: `What ${brand} knows about you and your photos, why, and who else sees any of it.`,
  },
});

/** Pages that are about somebody, or of no use to who finds them. `:name` stands for one segment. */
const PRIVATE: Readonly<Record<string, string>> = {
  '/customize': 'Customize',
  '/cart': 'Shopping Cart',
  '/checkout': 'Checkout',
  '/order-complete': 'Your Order',
  '/auth': 'Welcome Back',
  '/forgot-password': 'Forgot Password',
  '/reset-password': 'Reset Password',
  '/profile': 'Profile',
  '/orders': 'My Orders',
  '/orders/:orderId': 'Order',
  '/designs': 'My Designs',
  '/admin': 'Admin',
  '/nimda': 'Admin Dashboard',
};

/** public/share.jpg */
const SHARE = {
  address: '{origin}/share.jpg',
  width: 1200,
  height: 630,
  says: 'A photo of a kitten beside a T-shirt with its portrait',
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const meta = (kind: 'name' | 'property', key: string, content: string | number): string =>
  `<meta ${kind}="${key}" content="${escape(String(content))}">`;
const og = (key: string, content: string | number): string => meta('property', `og:${key}`, content);

/** Data about the shop for search engines (schema.org). */
const aboutUs = (name: string): object => ({
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'Organization', '@id': '{origin}/#organization', name, url: '{origin}/', logo: '{origin}/icon-512.png' },
    {
      '@type': 'WebSite',
      '@id': '{origin}/#website',
      name,
      url: '{origin}/',
      inLanguage: 'en',
      publisher: { '@id': '{origin}/#organization' },
    },
  ],
});

function publicHead(brand: string, path: string, { title, headline, description }: PublicPage): string {
  const tags = [
    `<title>${escape(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="{origin}${path}">`,
    og('type', 'website'),
    og('site_name', brand),
    og('title', headline),
    og('description', description),
    og('url', `{origin}${path}`),
    og('image', SHARE.address),
    og('image:width', SHARE.width),
    og('image:height', SHARE.height),
    og('image:alt', SHARE.says),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
  if (path === '/')
    tags.push(
      `<script type="application/ld+json">${JSON.stringify(aboutUs(brand)).replaceAll('<', '\\u003c')}</script>`,
    );
  return tags.join('');
}

const privateHead = (brand: string, title: string): string =>
  `<title>${escape(title)} · ${brand}</title>${meta('name', 'robots', 'noindex')}`;

/** A page’s script reads these two lists; the rest of /api is nobody’s to find. */
const READ_BY_PAGES = ['/api/products', '/api/styles'];

/** Private pages may be fetched: their `noindex` would not be read else, and their bare addresses be found (developers.google.com/search/docs/crawling-indexing/block-indexing). */
const ROBOTS = [
  'User-agent: *',
  ...READ_BY_PAGES.map((path) => `Allow: ${path}`),
  'Disallow: /api/',
  '',
  'Sitemap: {origin}/sitemap.xml',
  '',
];

const sitemap = (paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>{origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

const icon = (file: string, side: number): object => ({ src: `/${file}`, type: 'image/png', sizes: `${side}x${side}` });

const webManifest = (name: string): object => ({
  name,
  short_name: name,
  description: publicPages(name)['/']?.description,
  lang: 'en',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fffaf2',
  theme_color: '#fffaf2',
  icons: [
    icon('icon-192.png', 192),
    icon('icon-512.png', 512),
    { ...icon('icon-maskable-512.png', 512), purpose: 'maskable' },
  ],
});

export function siteOf(brand: string) {
  const found = Object.entries(publicPages(brand)).map(([path, page]) => [path, publicHead(brand, path, page)]);
  const hidden = Object.entries(PRIVATE).map(([path, title]) => [path, privateHead(brand, title)]);
  return {
    pages: Object.fromEntries([...found, ...hidden]) as Record<string, string>,
    missing: privateHead(brand, 'Page Not Found'),
    texts: {
      '/robots.txt': ROBOTS.join('\n'),
      '/sitemap.xml': sitemap(Object.keys(publicPages(brand))),
      '/manifest.webmanifest': JSON.stringify(webManifest(brand)),
    },
  };
}
