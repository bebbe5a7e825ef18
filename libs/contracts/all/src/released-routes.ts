import { ACCESS_LEVELS } from '@shop/contracts-common';
import {
  isArchiveRoute,
  listOwners,
  listPossibleOwners,
  SERVICE_NAMES,
  type ArchiveRoute,
  type ForwardedRoute,
  type LimitClass,
  type Route,
  type ServiceName,
} from '@shop/contracts-common/routes';
import * as z from 'zod/mini';

/** Name of the file with a service's routes in its release. */
export const ROUTES_FILE = 'routes.json';

const LIMITS: Readonly<Record<LimitClass, true>> = {
  read: true,
  file: true,
  change: true,
  lookup: true,
  'customer-list': true,
  'sign-in': true,
  reset: true,
  upload: true,
  preview: true,
  'cut-out': true,
  generate: true,
  checkout: true,
  'order-change': true,
  contact: true,
  archive: true,
};

/** Segments of a path: names and parameters. The gateway forwards no other characters. */
const PATH = /^(?:\/(?:[A-Za-z0-9_][A-Za-z0-9._~-]{0,199}|:\w{1,50}))+$/;
const PATH_MAX_LENGTH = 300;

/** Strict: a rule that this version does not know could be the one that protects the route. */
const releasedRouteSchema = z.strictObject({
  service: z.enum(SERVICE_NAMES),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().check(z.maxLength(PATH_MAX_LENGTH), z.regex(PATH)),
  access: z.enum(ACCESS_LEVELS).check(z.refine((level) => level !== 'internal')),
  limit: z.union([
    z.enum(Object.keys(LIMITS) as [LimitClass, ...LimitClass[]]),
    z.strictObject({ none: z.string().check(z.regex(/^\S+ \S/)) }),
  ]),
  permission: z.optional(z.enum(['refund', 'export', 'all'])),
  signIn: z.optional(z.literal('recent')),
  secondFactor: z.optional(z.literal('recent')),
  sessionless: z.optional(z.literal(true)),
  identity: z.optional(z.literal('if-known')),
  csrfExempt: z.optional(z.literal(true)),
  developmentOnly: z.optional(z.literal(true)),
  response: z.optional(z.enum(['long', 'stream'])),
  /** Absent: JSON or none. */
  body: z.optional(z.literal('upload')),
});

const releasedRoutesSchema = z.array(releasedRouteSchema).check(z.minLength(1), z.maxLength(500));

type WithoutSchemas<Of extends Route> = Omit<Of, 'answer' | 'body' | 'permissionAtTimes' | 'query' | 'reader'> & {
  readonly body?: 'upload';
};

/** What the gateway must know of a route of a service: all but the shapes of requests and answers. */
export type ReleasedRoute = WithoutSchemas<ForwardedRoute>;

/** An archive joins the files of several services. It is the gateway's own. */
export type GatewayArchiveRoute = WithoutSchemas<ArchiveRoute>;

/** A route in the gateway's table. */
export type GatewayRoute = ReleasedRoute | GatewayArchiveRoute;

export const isGatewayArchive = (route: GatewayRoute): route is GatewayArchiveRoute => 'archive' in route;

export function toGatewayRoute(route: Route): GatewayRoute {
  const { answer: _answer, query: _query, reader: _reader, permissionAtTimes: _times, body, ...rest } = route;
  return { ...rest, ...(body === 'upload' && { body }) };
}

/** The routes of a service, as its release says them to the gateway. */
export const listServiceRoutes = (routes: readonly Route[], service: ServiceName): readonly ReleasedRoute[] =>
  routes.filter((route) => !isArchiveRoute(route) && route.service === service).map(toGatewayRoute) as ReleasedRoute[];

const toCall = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replaceAll(/:\w+/g, ':')}`;

/** Zod's mini variant has no sentences. */
const describeIssues = ({ issues }: z.core.$ZodError): string =>
  issues
    .map((issue) => {
      const at = issue.path.join('.');
      return issue.code === 'unrecognized_keys'
        ? `${at} has the unknown rule ${issue.keys.join(', ')}`
        : `${at} is invalid`;
    })
    .join('; ');

/**
 * Reads the routes of a release.
 * @throws Error whose message names the route and what is wrong: another service's path, a call that is there twice, no access level, no limit
 * class, or a rule that this version does not know.
 */
export function parseServiceRoutes(text: string, service: ServiceName): readonly ReleasedRoute[] {
  const parsed = releasedRoutesSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`The routes of ${service}-svc are refused: ${describeIssues(parsed.error)}`);
  const calls = new Set<string>();
  for (const route of parsed.data) {
    const call = toCall(route);
    const refuse = (why: string): Error => new Error(`The route ${call} of ${service}-svc is refused: ${why}`);
    if (route.service !== service) throw refuse(`it leads to ${route.service}-svc`);
    if (!listOwners(route.path).includes(service))
      throw refuse(`its path belongs to ${listOwners(route.path)[0] ?? 'no'}-svc`);
    const possible = listPossibleOwners(route.path);
    if (!possible.includes(service)) throw refuse(`it could be a path of ${possible[0]}-svc`);
    if (calls.has(call)) throw refuse('it is there twice');
    calls.add(call);
  }
  return parsed.data as ReleasedRoute[];
}

/** @throws Error that names a call that two services claim. */
export function joinRoutes(owned: readonly (readonly ReleasedRoute[])[]): readonly ReleasedRoute[] {
  const owners = new Map<string, ServiceName>();
  for (const route of owned.flat()) {
    const call = toCall(route);
    const owner = owners.get(call);
    if (owner !== undefined) throw new Error(`Both ${owner}-svc and ${route.service}-svc have the route ${call}`);
    owners.set(call, route.service);
  }
  return owned.flat();
}
