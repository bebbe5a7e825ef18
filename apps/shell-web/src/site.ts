/** Titles and descriptions that the server sends before any script runs (ADR 14). Only the build reads this file. */

/** Pages for search engines. */
export const publicPages = (brand: string) => ({
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
  /** Of a product whose own head did not come in time. */
  '/products/:slug': {
    title: `Product · ${brand}`,
    headline: 'A product for your pet’s portrait',
    description: 'Printed to order with a portrait of your own pet. See pictures, sizes, material and price.',
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

/** Personal pages, and pages of no use in search results. `:name` stands for one segment. */
export const PRIVATE_PAGES: Readonly<Record<string, string>> = {
  '/customize': 'Customize',
  '/cart': 'Shopping Cart',
  '/checkout': 'Checkout',
  '/order-complete': 'Your Order',
  '/auth': 'Welcome Back',
  '/forgot-password': 'Forgot Password',
  '/reset-password': 'Reset Password',
  '/confirm-email': 'Confirm Email',
  '/profile': 'Profile',
  '/orders': 'My Orders',
  '/orders/:orderId': 'Order',
  '/designs': 'My Designs',
  '/a/:token': 'Artwork',
  '/continue': 'Continue',
  '/review': 'Your Review',
  '/admin': 'Admin',
  '/nimda': 'Admin Dashboard',
};
