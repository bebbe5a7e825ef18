/** Who shows which address. The shell's own pages come with their routes; all else is not found. */
const STOREFRONT = [
  '/',
  '/products',
  '/create',
  '/customize',
  '/cart',
  '/checkout',
  '/order-complete',
  '/orders',
  '/designs',
];
const ADMIN = ['/admin', '/nimda'];
/** The page of one order. */
const ORDER = /^\/orders\/[^/]+$/;

export type RemoteName = 'storefront' | 'admin';
export type Owner = RemoteName | 'shell';

/** The owner of an address, with or without a slash at its end. */
export function ownerOf(pathname: string): Owner {
  const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '');
  if (STOREFRONT.includes(path) || ORDER.test(path)) return 'storefront';
  if (ADMIN.includes(path)) return 'admin';
  return 'shell';
}
