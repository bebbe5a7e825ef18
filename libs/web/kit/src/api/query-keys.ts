/** The first part of each query key that more than one place reads or writes. */
export const queryKeys = {
  user: ['user'],
  cart: ['cart'],
  orders: ['orders'],
  designs: ['designs'],
  products: ['products'],
  variants: ['variants'],
  artworks: ['artworks'],
  styles: ['styles'],
} as const;

/** Data that is the same for everybody. It stays in the cache when somebody signs out. */
export const PUBLIC_KEYS: ReadonlySet<unknown> = new Set([
  queryKeys.products[0],
  queryKeys.variants[0],
  queryKeys.styles[0],
]);
