/** The first part of every key that more than one place reads or writes. */
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

/** What is the same for everybody, and so may stay when somebody signs out (D13a). */
export const PUBLIC_KEYS: ReadonlySet<unknown> = new Set([
  queryKeys.products[0],
  queryKeys.variants[0],
  queryKeys.styles[0],
]);
