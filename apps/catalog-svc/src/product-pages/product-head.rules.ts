/** The head of a product's page. `{origin}` stands for the site's address, which the gateway knows. */
import { getAvailability, type Product } from '@shop/contracts-catalog';
import { BRAND, type PageHead } from '@shop/contracts-common';

const DESCRIPTION_MAX = 160;

/** A text of the catalogue or a review is never taken for the placeholder. */
export const neutral = (text: string): string => text.replaceAll('{', '(').replaceAll('}', ')');

const CHARACTERS = new Intl.Segmenter('en');

/** Ends between characters as readers see them: an emoji may be several code points. */
function cutAt(text: string, max: number): string {
  let end = 0;
  for (const { index, segment } of CHARACTERS.segment(text)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** Ends at a word. */
function shorten(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  const cut = cutAt(text, DESCRIPTION_MAX - 1);
  const wordsEnd = cut.lastIndexOf(' ');
  return `${(wordsEnd > DESCRIPTION_MAX / 2 ? cut.slice(0, wordsEnd) : cutAt(cut, DESCRIPTION_MAX / 2)).trimEnd()}…`;
}

export const toPath = (slug: string): string => `/products/${slug}`;

/** Pictures of the shop and of other sites. */
const toAddress = (url: string): string => (url.startsWith('/') ? `{origin}${url}` : url);

/** The shop's own: social networks show neither SVG nor AVIF, which the catalogue's pictures are. */
const SHARE_PICTURE = { url: '/share.jpg', width: 1200, height: 630 };

/** Product and offer for search engines (schema.org). */
function toStructuredData(product: Product, url: string): Record<string, unknown> {
  const { title, description, imageUrl, basePrice, isSoldOut } = product;
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
      availability: getAvailability(isSoldOut),
      url,
    },
  };
}

/** `reviewData`: what search engines read of its reviews. */
export function createProductHead(product: Product, slug: string, reviewData: object = {}): PageHead {
  const path = toPath(slug);
  const text = product.description ?? `${product.title}, printed to order with a portrait of your own pet.`;
  return {
    title: `${product.title} · ${BRAND}`,
    description: shorten(text.replaceAll(/\s+/g, ' ').trim()),
    picture: SHARE_PICTURE,
    canonicalPath: path,
    data: { ...toStructuredData(product, `{origin}${path}`), ...reviewData },
  };
}
