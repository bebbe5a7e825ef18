/** Each admin answer's key; all begin alike, and go when the admin signs out. What begins with a list's key is one of its filters. */
export const adminKeys = {
  stats: ['admin', 'stats'],
  money: ['admin', 'money'],
  orders: ['admin', 'orders', 'list'],
  order: (id: string) => ['admin', 'orders', 'one', id] as const,
  requests: ['admin', 'requests', 'list'],
  request: (id: string) => ['admin', 'requests', 'one', id] as const,
  requestSummary: ['admin', 'requests', 'summary'],
  products: ['admin', 'products', 'list'],
  product: (id: string) => ['admin', 'products', 'one', id] as const,
} as const;
