/** Creates the `<head>` of each page and the files for robots from the shell's `site.ts` (ADR 14). */

/** A page that search engines may index. */
export interface PublicPage {
  /** Title of the browser tab, the same as in the page's code. */
  readonly title: string;
  /** Title in shared links. */
  readonly headline: string;
  readonly description: string;
}

/** public/share.jpg */
const SHARE_IMAGE = {
  address: '{origin}/share.jpg',
  width: 1200,
  height: 630,
  alt: 'A photo of a kitten beside a T-shirt with its portrait',
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const meta = (kind: 'name' | 'property', key: string, content: string | number): string =>
  `<meta ${kind}="${key}" content="${escape(String(content))}">`;
const og = (key: string, content: string | number): string => meta('property', `og:${key}`, content);

/** Data about the shop for search engines (schema.org). */
const createStructuredData = (name: string): object => ({
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

function createPublicHead(brand: string, path: string, { title, headline, description }: PublicPage): string {
  const tags = [
    `<title>${escape(title)}</title>`,
    meta('name', 'description', description),
    ...(path.includes(':') ? [] : [`<link rel="canonical" href="{origin}${path}">`, og('url', `{origin}${path}`)]),
    og('type', 'website'),
    og('site_name', brand),
    og('title', headline),
    og('description', description),
    og('image', SHARE_IMAGE.address),
    og('image:width', SHARE_IMAGE.width),
    og('image:height', SHARE_IMAGE.height),
    og('image:alt', SHARE_IMAGE.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
  if (path === '/')
    tags.push(
      `<script type="application/ld+json">${JSON.stringify(createStructuredData(brand)).replaceAll('<', '\\u003c')}</script>`,
    );
  return tags.join('');
}

const createPrivateHead = (brand: string, title: string): string =>
  `<title>${escape(title)} · ${brand}</title>${meta('name', 'robots', 'noindex')}`;

/** Calls of public pages, which robots need to render them. */
const CRAWLABLE_CALLS = ['/api/products', '/api/styles'];

/**
 * Private pages are not disallowed: robots must fetch them to read their `noindex`
 * (developers.google.com/search/docs/crawling-indexing/block-indexing).
 */
const ROBOTS = [
  'User-agent: *',
  ...CRAWLABLE_CALLS.map((path) => `Allow: ${path}`),
  'Disallow: /api/',
  '',
  'Sitemap: {origin}/sitemap.xml',
  '',
];

const createSitemap = (paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>{origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

const icon = (file: string, side: number): object => ({ src: `/${file}`, type: 'image/png', sizes: `${side}x${side}` });

const createWebManifest = (name: string, description: string | undefined): object => ({
  name,
  short_name: name,
  description,
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

/** The shell's site.json. The gateway answers 404 for pages in neither list. */
export function createSite(
  brand: string,
  publicPages: Readonly<Record<string, PublicPage>>,
  /** Path → title. */
  privatePages: Readonly<Record<string, string>>,
) {
  const publicHeads = Object.entries(publicPages).map(([path, page]) => [path, createPublicHead(brand, path, page)]);
  const privateHeads = Object.entries(privatePages).map(([path, title]) => [path, createPrivateHead(brand, title)]);
  return {
    pages: Object.fromEntries([...publicHeads, ...privateHeads]) as Record<string, string>,
    missing: createPrivateHead(brand, 'Page Not Found'),
    texts: {
      '/robots.txt': ROBOTS.join('\n'),
      '/sitemap.xml': createSitemap(Object.keys(publicPages).filter((path) => !path.includes(':'))),
      '/manifest.webmanifest': JSON.stringify(createWebManifest(brand, publicPages['/']?.description)),
    },
  };
}
