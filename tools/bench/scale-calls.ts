/** The calls that `npm run bench:scale` measures: at least one for each public route, or the reason why a route is not measured. */
import { publicRoutes, type ServiceName } from '@shop/contracts/routes';
import { ACCOUNT_CALLS } from './scale-account-calls.ts';
import type { Build, Entry } from './scale-samples.ts';
import { SHOP_CALLS } from './scale-shop-calls.ts';

export interface MeasuredCall {
  name: string;
  method: string;
  service: ServiceName;
  build: Build;
  /** Expected instead of a status of success. */
  status?: number;
  /** Why the time may grow with the orders. */
  grows?: string;
}

const ENTRIES: Readonly<Record<string, Entry>> = { ...ACCOUNT_CALLS, ...SHOP_CALLS };

/** Public routes that have no entry. */
export const listMissingRoutes = (): string[] =>
  publicRoutes.map(({ method, path }) => `${method} ${path}`).filter((route) => !(route in ENTRIES));

export const findServiceOf = (route: string): ServiceName => {
  const entry = ENTRIES[route];
  const found = publicRoutes.find(({ method, path }) => `${method} ${path}` === route);
  if (entry && 'calls' in entry && entry.service) return entry.service;
  return found && 'service' in found ? found.service : 'identity';
};

export const measuredCalls: readonly MeasuredCall[] = Object.entries(ENTRIES).flatMap(([route, entry]) =>
  'omitted' in entry
    ? []
    : Object.entries(entry.calls).map(([variant, build]) => ({
        name: `${route} ${variant}`.trim(),
        method: route.split(' ')[0] ?? 'GET',
        service: findServiceOf(route),
        build,
        status: entry.status,
        grows: entry.grows,
      })),
);
