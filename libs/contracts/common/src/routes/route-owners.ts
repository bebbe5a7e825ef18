import { SERVICE_NAMES, type ServiceName } from './route.js';

/**
 * The paths of each service. A path belongs to the service with the longest matching prefix, so a service can own a part of another's, such as
 * the designs of a user. A prefix is all there is to agree on between teams: below its own, a service adds routes alone.
 */
export const ROUTE_PREFIXES: Readonly<Record<ServiceName, readonly string[]>> = {
  identity: [
    '/api/admin/users',
    '/api/forgot-password',
    '/api/login',
    '/api/logout',
    '/api/register',
    '/api/reset-password',
    '/api/second-factor',
    '/api/user',
  ],
  catalog: ['/api/admin/products', '/api/admin/reviews', '/api/products', '/api/reviews', '/pictures'],
  art: [
    '/api/admin/print-files',
    '/api/admin/print-files.zip',
    '/api/admin/product-pictures',
    '/api/admin/styles',
    '/api/admin/users/:/designs',
    '/api/artworks',
    '/api/continue-links',
    '/api/designs',
    '/api/generate',
    '/api/guest/designs',
    '/api/print-files',
    '/api/share-links',
    '/api/shared-artworks',
    '/api/styles',
    '/api/upload',
    '/api/uploads',
    '/media',
  ],
  order: [
    '/api/admin/figures',
    '/api/admin/money',
    '/api/admin/orders',
    '/api/admin/orders.csv',
    '/api/admin/orders.xlsx',
    // It sends an email again. support-svc lists those that were sent.
    '/api/admin/orders/:/emails',
    '/api/admin/shop',
    '/api/admin/stats',
    '/api/admin/unprintable-products',
    '/api/admin/users/:/purchases',
    '/api/cart',
    '/api/checkout',
    '/api/guest/orders',
    '/api/orders',
    '/api/shop',
    '/api/webhooks',
  ],
  support: [
    '/api/admin/contact-submissions',
    '/api/admin/orders/:/emails',
    '/api/admin/owner-emails',
    '/api/admin/refused-emails',
    '/api/contact',
    '/dev/mail',
  ],
};

/** First segments of all prefixes: `/api`, `/media`… */
export const ROUTE_ROOTS: readonly string[] = [
  ...new Set(SERVICE_NAMES.flatMap((name) => ROUTE_PREFIXES[name].map((prefix) => `/${prefix.split('/')[1]}`))),
];

const toSegments = (path: string): string[] => path.replaceAll(/:\w+/g, ':').split('/');

type Matches = (segments: readonly string[], prefix: readonly string[]) => boolean;

const isBelow: Matches = (segments, prefix) => prefix.every((segment, index) => segments[index] === segment);

/** A parameter may have any value. */
const mayBeBelow: Matches = (segments, prefix) =>
  prefix.every((segment, index) => {
    const own = segments[index];
    return own !== undefined && (own === segment || own === ':' || segment === ':');
  });

/** The services that own a route's path: those with the longest matching prefix. Empty outside of all prefixes. */
export const listOwners = (path: string): readonly ServiceName[] => listLongest(path, isBelow);

/** The services whose paths a request of this route could have: `/users/:id/:part` could be `/users/7/designs`. */
export const listPossibleOwners = (path: string): readonly ServiceName[] => listLongest(path, mayBeBelow);

function listLongest(path: string, matchesPrefix: Matches): readonly ServiceName[] {
  const segments = toSegments(path);
  const matches = SERVICE_NAMES.flatMap((name) =>
    ROUTE_PREFIXES[name]
      .map(toSegments)
      .filter((prefix) => matchesPrefix(segments, prefix))
      .map(({ length }) => ({ name, length })),
  );
  const longest = Math.max(...matches.map(({ length }) => length));
  return matches.filter(({ length }) => length === longest).map(({ name }) => name);
}
