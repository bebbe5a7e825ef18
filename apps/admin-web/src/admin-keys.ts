/** Each admin answer's key; all begin alike, and go when the admin signs out. */
export const adminKeys = {
  stats: ['admin', 'stats'],
  orders: ['admin', 'orders'],
  requests: ['admin', 'requests'],
  products: ['admin', 'products'],
} as const;
