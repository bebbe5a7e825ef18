/** The calls that `npm run bench:scale` measures: at least one for each public route, or the reason why a route is not measured. */
import { publicRoutes } from '@shop/contracts-all';
import { type ServiceName } from '@shop/contracts-common/routes';
import { ACCOUNT_CALLS } from './scale-account-calls.ts';
import type { Build, BuiltCall, SentCall } from './scale-samples.ts';
import { SHOP_CALLS } from './scale-shop-calls.ts';

/** By route, with a variant after it. */
const CALLS: Readonly<Record<string, Build | string>> = { ...ACCOUNT_CALLS, ...SHOP_CALLS };

export const measuredCalls: readonly [name: string, build: Build][] = Object.entries(CALLS).flatMap(([name, build]) =>
  typeof build === 'string' ? [] : [[name, build]],
);

/** Public routes without a call. */
export const listMissingRoutes = (): string[] =>
  publicRoutes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !Object.keys(CALLS).some((name) => name === route || name.startsWith(`${route} `)));

function findServiceOf(route: string): ServiceName {
  const found = publicRoutes.find(({ method, path }) => `${method} ${path}` === route);
  return found && 'service' in found ? found.service : 'identity';
}

/** The request of a call with this name. */
export function toRequest(name: string, { ids = [], query = '', path, service, ...rest }: BuiltCall): SentCall {
  const [method = '', template = ''] = name.split(' ');
  const left = [...ids];
  return {
    ...rest,
    method,
    path: path ?? template.replaceAll(/:\w+/g, () => left.shift() ?? '') + query,
    service: service ?? findServiceOf(`${method} ${template}`),
  };
}
