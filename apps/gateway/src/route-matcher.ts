import type { Route } from './routes.js';

/**
 * What may stand for `:name`: ids, numbers and file names. No escapes and no leading dot, so that the gateway and a
 * service can never read one address in two ways.
 */
const PARAMETER = /^[A-Za-z0-9_][A-Za-z0-9._~-]{0,199}$/;

type RouteMatcher = (method: string, pathname: string) => Route | undefined;

interface Pattern {
  route: Route;
  segments: string[];
}

/** Whether a path is one of those that a pattern (`/orders/:id`) stands for; both by their segments. */
export const matchesPattern = (pattern: readonly string[], given: readonly string[]): boolean =>
  pattern.length === given.length &&
  pattern.every((segment, at) => (segment.startsWith(':') ? PARAMETER.test(given[at] ?? '') : segment === given[at]));

/** Finds the row of a request; HEAD is answered by the GET row. */
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
