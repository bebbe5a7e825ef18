/**
 * Query keys of all admin data. All share the first part, which signing out removes. Keys that begin with a list's key
 * are its filters.
 */
export const adminKeys = {
  stats: ['admin', 'stats'],
  money: ['admin', 'money'],
  figures: (from: string, to: string) => ['admin', 'figures', from, to] as const,
  parts: ['admin', 'parts'],
  unprintable: ['admin', 'unprintable'],
  orders: ['admin', 'orders', 'list'],
  order: (id: string) => ['admin', 'orders', 'one', id] as const,
  bulkActions: ['admin', 'bulk-actions', 'list'],
  bulkAction: (id: string) => ['admin', 'bulk-actions', 'one', id] as const,
  bulkPreview: (request: unknown) => ['admin', 'bulk-actions', 'preview', request] as const,
  selectedPrintFiles: (orderNumbers: readonly string[]) => ['admin', 'print-files', ...orderNumbers] as const,
  orderEmails: (id: string) => ['admin', 'emails', 'order', id] as const,
  emailText: (orderId: string, emailId: string) => ['admin', 'emails', 'text', orderId, emailId] as const,
  refusedEmails: ['admin', 'emails', 'refused'],
  requests: ['admin', 'requests', 'list'],
  request: (id: string) => ['admin', 'requests', 'one', id] as const,
  requestSummary: ['admin', 'requests', 'summary'],
  reviews: ['admin', 'reviews', 'list'],
  reviewSummary: ['admin', 'reviews', 'summary'],
  shop: ['admin', 'shop'],
  ownerEmails: ['admin', 'owner-emails'],
  styles: ['admin', 'styles'],
  users: ['admin', 'users', 'list'],
  user: (id: string) => ['admin', 'users', 'one', id] as const,
  /** What other services know of a customer: by user id, or by email for one without an account. */
  customer: (what: 'orders' | 'purchases' | 'requests' | 'designs', who: string) =>
    ['admin', 'customers', what, who] as const,
  orderByNumber: (number: string) => ['admin', 'orders', 'number', number] as const,
  products: ['admin', 'products', 'list'],
  product: (id: string) => ['admin', 'products', 'one', id] as const,
} as const;
