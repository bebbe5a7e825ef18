import { type DisplayedProduct, getAvailability } from '@shop/contracts-catalog';
import { BRAND } from '@shop/contracts-common';
import { productPath } from '../paths.js';

/** The address of a product's page, or of the list for a product of a server without such pages. */
const toPageUrl = ({ slug }: Pick<DisplayedProduct, 'slug'>, origin: string): string =>
  `${origin}${slug ? productPath(slug) : '/products'}`;

/** Schema.org's Product with its Offer. `origin`: `https://shop.example`. */
export function toSchemaProduct(product: DisplayedProduct, origin: string): object {
  const { id, slug, title, description, imageUrl, basePrice, isSoldOut } = product;
  const url = toPageUrl(product, origin);
  return {
    '@type': 'Product',
    '@id': slug ? url : `${url}#${id}`,
    name: title,
    ...(description ? { description } : {}),
    ...(imageUrl ? { image: new URL(imageUrl, origin).href } : {}),
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

/** Whether the head that the server sent describes this product, and not the page on which the visit began. */
export const isInServedHead = ({ slug }: Pick<DisplayedProduct, 'slug'>): boolean =>
  slug !== undefined &&
  document.head.querySelector('script[type="application/ld+json"]')?.textContent.includes(`${productPath(slug)}"`) ===
    true;

/** A JSON-LD data block. Every `<` is escaped, so that no title can end the script element. */
export function StructuredData({ data }: { data: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
