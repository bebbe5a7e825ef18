/**
 * The preloads of each page: the build writes them into the page's head, so that the browser requests them before any
 * script runs (ADR 14).
 */

/** The displayed width of the picture at the top of the landing page. */
export const HERO_SIZES = '(min-width: 64rem) 34rem, (min-width: 40rem) 28rem, 16rem';

const HERO_WIDTHS = [480, 720, 1080];

// The build reads this file before contracts are compiled, so it can't import the routes; site.spec.ts compares them.
// eslint-disable-next-line no-restricted-syntax
const [PRODUCTS, SHOP] = ['/api/products', '/api/shop'] as const;

/** Pages with the holiday's line request the shop early: a line that comes late would move the page. */
export const pages = {
  '/': {
    module: 'src/landing/landing.page.tsx',
    picture: {
      copies: HERO_WIDTHS.map((width): [string, number] => [`src/pet-art/pictures/tshirt-${width}.avif`, width]),
      sizes: HERO_SIZES,
    },
  },
  '/products': { module: 'src/products/products.page.tsx', calls: [PRODUCTS, SHOP] },
  '/products/:slug': { module: 'src/product/product.page.tsx', calls: [SHOP] },
  '/create': { module: 'src/wizard/create.page.tsx' },
  '/customize': { module: 'src/customize/customize.page.tsx', calls: [SHOP] },
  '/cart': { module: 'src/cart/cart.page.tsx', calls: [SHOP] },
  '/checkout': { module: 'src/checkout/checkout.page.tsx', calls: [SHOP] },
  '/order-complete': { module: 'src/checkout/order-complete.page.tsx' },
  '/orders': { module: 'src/orders/orders.page.tsx' },
  '/orders/:orderId': { module: 'src/orders/order.page.tsx', calls: [SHOP] },
  '/continue': { module: 'src/continuing/continue.page.tsx' },
  '/a/:token': { module: 'src/shared/shared-artwork.page.tsx' },
  '/designs': { module: 'src/designs/designs.page.tsx' },
};
