/**
 * Query keys of all admin data. All share the first part, which signing out removes. Keys that begin with a list's key
 * are its filters.
 */
export const adminKeys = {
  stats: ['admin', 'stats'],
  money: ['admin', 'money'],
  parts: ['admin', 'parts'],
  unprintable: ['admin', 'unprintable'],
  orders: ['admin', 'orders', 'list'],
  order: (id: string) => ['admin', 'orders', 'one', id] as const,
  orderEmails: (id: string) => ['admin', 'emails', 'order', id] as const,
  refusedEmails: ['admin', 'emails', 'refused'],
  requests: ['admin', 'requests', 'list'],
  request: (id: string) => ['admin', 'requests', 'one', id] as const,
  requestSummary: ['admin', 'requests', 'summary'],
  products: ['admin', 'products', 'list'],
  product: (id: string) => ['admin', 'products', 'one', id] as const,
} as const;
