/** Which app renders which path. The shell's own routes and unknown paths belong to the shell. */
const STOREFRONT_PATHS = [
  '/',
  '/products',
  '/create',
  '/customize',
  '/cart',
  '/checkout',
  '/order-complete',
  '/orders',
  '/designs',
  '/continue',
  '/review',
];
const ADMIN_PATHS = ['/admin', '/nimda'];
/** The page of one order, product or shared artwork. */
const STOREFRONT_PATH = /^\/(?:orders|products|a)\/[^/]+$/;

export type RemoteName = 'storefront' | 'admin';
export type PageOwner = RemoteName | 'shell';

/** The app that renders a path, with or without a trailing slash. */
export function getPageOwner(pathname: string): PageOwner {
  const path = pathname !== '/' && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  if (STOREFRONT_PATHS.includes(path) || STOREFRONT_PATH.test(path)) return 'storefront';
  if (ADMIN_PATHS.includes(path)) return 'admin';
  return 'shell';
}
