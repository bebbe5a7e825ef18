/** The head of a product's page. `{origin}` stands for the site's address, which the gateway knows. */
import type { Product } from '@shop/contracts-catalog';
import { BRAND } from '@shop/contracts-common';

const DESCRIPTION_MAX = 160;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A title can't contain the placeholder, and no text can end the script. */
const toData = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** A text of the catalogue is never taken for the placeholder. */
const neutral = (text: string): string => text.replaceAll('{', '(').replaceAll('}', ')');

/** Ends at a word. */
function shorten(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  const cut = text.slice(0, DESCRIPTION_MAX - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX / 2)).trimEnd()}…`;
}

export const toPath = (slug: string): string => `/products/${slug}`;

/** Pictures of the shop and of other sites. */
const toAddress = (url: string): string => (url.startsWith('/') ? `{origin}${url}` : url);
/** Social networks show no SVG. */
const toShared = (url: string): string | null =>
  url.startsWith('/pictures/') ? `{origin}${url.replace(/\.svg$/, '-1600.avif')}` : toAddress(url);

/** Product and offer for search engines (schema.org). */
function toStructuredData({ title, description, imageUrl, basePrice }: Product, url: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    name: neutral(title),
    ...(description ? { description: neutral(description) } : {}),
    ...(imageUrl ? { image: toAddress(neutral(imageUrl)) } : {}),
    brand: { '@type': 'Brand', name: BRAND },
    offers: {
      '@type': 'Offer',
      price: basePrice,
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url,
    },
  };
}

export function createProductHead(product: Product, slug: string): string {
  const url = `{origin}${toPath(slug)}`;
  const title = escape(neutral(product.title));
  const text = product.description ?? `${product.title}, printed to order with a portrait of your own pet.`;
  const description = escape(shorten(neutral(text).replaceAll(/\s+/g, ' ').trim()));
  const image = product.imageUrl ? toShared(neutral(product.imageUrl)) : '{origin}/share.jpg';
  const og = (key: string, content: string): string => `<meta property="og:${key}" content="${content}">`;
  return [
    `<title>${title} · ${BRAND}</title>`,
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${url}">`,
    og('type', 'product'),
    og('site_name', BRAND),
    og('title', title),
    og('description', description),
    og('url', url),
    ...(image ? [og('image', escape(image)), og('image:alt', title)] : []),
    '<meta name="twitter:card" content="summary_large_image">',
    toData(toStructuredData(product, url)),
  ].join('');
}
