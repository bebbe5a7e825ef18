/** Names of the first requests of each screen, as keys for `stubApi`. */
export const ORDERS = 'GET /api/admin/orders?limit=50';
export const REQUESTS = 'GET /api/admin/contact-submissions?limit=50';
export const SUMMARY = 'GET /api/admin/contact-submissions/summary';
export const PRODUCTS = 'GET /api/admin/products?limit=50';
export const NIMDA_ORDERS = 'GET /api/admin/orders?limit=10';
export const NIMDA_REQUESTS = 'GET /api/admin/contact-submissions?limit=10';
