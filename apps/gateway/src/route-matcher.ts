import type { Route } from './routes.js';

/**
 * Values of `:name`: ids, numbers and file names. No escapes and no leading dot, so that the gateway and a service never interpret
 * an address differently.
 */
const PARAMETER = /^[A-Za-z0-9_][A-Za-z0-9._~-]{0,199}$/;

type RouteMatcher = (method: string, pathname: string) => Route | undefined;

interface Pattern {
  route: Route;
  segments: string[];
}

/** Whether a path matches a pattern (`/orders/:id`). Both are given as segments. */
export const matchesPattern = (pattern: readonly string[], given: readonly string[]): boolean =>
  pattern.length === given.length &&
  pattern.every((segment, at) => (segment.startsWith(':') ? PARAMETER.test(given[at] ?? '') : segment === given[at]));

/** Finds the route of a request. HEAD uses the GET route. */
export function createRouteMatcher(routes: readonly Route[]): RouteMatcher {
  const exact = new Map<string, Route>();
  const patterns = new Map<string, Pattern[]>();
  for (const route of routes) {
    if (!route.path.includes(':')) exact.set(`${route.method} ${route.path}`, route);
    else
      patterns.set(route.method, [...(patterns.get(route.method) ?? []), { route, segments: route.path.split('/') }]);
  }
  return (method, pathname) => {
    const verb = method === 'HEAD' ? 'GET' : method;
    const found = exact.get(`${verb} ${pathname}`);
    if (found) return found;
    const given = pathname.split('/');
    return patterns.get(verb)?.find(({ segments }) => matchesPattern(segments, given))?.route;
  };
}
