import type { DisplayedProduct } from '@shop/contracts/catalog';
import { BRAND } from '@shop/contracts/common';

/** Builds schema.org's ItemList of Products with their Offers, for search engines. `origin`: `https://shop.example`. */
export function toItemList(products: readonly DisplayedProduct[], origin: string): object {
  const page = `${origin}/products`;
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    url: page,
    numberOfItems: products.length,
    itemListElement: products.map(({ id, title, description, imageUrl, basePrice }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        '@id': `${page}#${id}`,
        name: title,
        ...(description ? { description } : {}),
        ...(imageUrl ? { image: new URL(imageUrl, origin).href } : {}),
        brand: { '@type': 'Brand', name: BRAND },
        offers: {
          '@type': 'Offer',
          price: basePrice,
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          url: page,
        },
      },
    })),
  };
}

/** A JSON-LD data block. Every `<` is escaped, so that no title can end the script element. */
export function ProductStructuredData({ products }: { products: readonly DisplayedProduct[] }) {
  const json = JSON.stringify(toItemList(products, window.location.origin)).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
