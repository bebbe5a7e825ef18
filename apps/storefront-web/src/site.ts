/**
 * The preloads of each page: the build writes them into the page's head, so that the browser requests them before any
 * script runs (ADR 14).
 */

/** The displayed width of the picture at the top of the landing page. */
export const HERO_SIZES = '(min-width: 64rem) 34rem, (min-width: 40rem) 28rem, 16rem';

const HERO_WIDTHS = [480, 720, 1080];

export const pages = {
  '/': {
    module: 'src/landing/landing.page.tsx',
    picture: {
      copies: HERO_WIDTHS.map((width): [string, number] => [`src/pet-art/pictures/tshirt-${width}.avif`, width]),
      sizes: HERO_SIZES,
    },
  },
  // The build reads this file before contracts are compiled, so it can't import the route; site.spec.ts compares them.
  // eslint-disable-next-line no-restricted-syntax
  '/products': { module: 'src/products/products.page.tsx', calls: ['/api/products'] },
  '/products/:slug': { module: 'src/product/product.page.tsx' },
  '/create': { module: 'src/wizard/create.page.tsx' },
  '/customize': { module: 'src/customize/customize.page.tsx' },
  '/cart': { module: 'src/cart/cart.page.tsx' },
  '/checkout': { module: 'src/checkout/checkout.page.tsx' },
  '/order-complete': { module: 'src/checkout/order-complete.page.tsx' },
  '/orders': { module: 'src/orders/orders.page.tsx' },
  '/orders/:orderId': { module: 'src/orders/order.page.tsx' },
  '/continue': { module: 'src/continuing/continue.page.tsx' },
  '/a/:token': { module: 'src/shared/shared-artwork.page.tsx' },
  '/designs': { module: 'src/designs/designs.page.tsx' },
};
