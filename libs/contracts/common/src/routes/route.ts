import type * as z from 'zod/mini';
import type { AccessLevel, NeededPermission } from '../index.js';

export const SERVICE_NAMES = ['identity', 'catalog', 'art', 'order', 'support'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Calls of one class share a rate limit per address; apps/gateway/src/config.ts has the numbers. */
export type LimitClass =
  | 'read'
  /** Pictures, of which a page loads many. */
  | 'file'
  | 'change'
  /** Reads by an id that a caller may guess: each unknown id costs a search. */
  | 'lookup'
  /** Lists of many customers, for admins. */
  | 'customer-list'
  | 'sign-in'
  | 'reset'
  | 'upload'
  | 'preview'
  | 'cut-out'
  | 'generate'
  | 'checkout'
  | 'order-change'
  | 'contact'
  | 'archive';

/** A route without a limit names the reason, in more than one word. */
export interface Unlimited {
  readonly none: `${string} ${string}`;
}

/** A workbook of Office Open XML. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface Answer {
  readonly status: number;
  /** JSON. Absent: the answer has no body, or the body is of `type`. */
  readonly schema?: z.ZodMiniType;
  /** The answer is an array of `schema`. */
  readonly isList?: true;
  /** The header `Link` has the URL of the next page (RFC 8288, `rel="next"`). */
  readonly isPaged?: true;
  readonly type?:
    | 'text/csv'
    | typeof XLSX_TYPE
    | 'application/pdf'
    | 'application/zip'
    | 'text/event-stream'
    | 'image/png'
    | 'image/webp';
}

/** How long a sign-in is recent. */
export const RECENT_SIGN_IN_MINUTES = 10;

/** How long the code of a second factor is recent. */
export const RECENT_SECOND_FACTOR_MINUTES = 10;

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` matches one segment. A GET route also handles HEAD. */
  readonly path: `/${string}`;
  readonly access: Exclude<AccessLevel, 'internal'>;
  /** What the admin's account must allow besides the role; otherwise 403 `PERMISSION_MISSING`. Gateway and service check it. */
  readonly permission?: NeededPermission;
  /** The same for some calls, which only the service knows. `when` is for the documentation. */
  readonly permissionAtTimes?: { readonly name: NeededPermission; readonly when: string };
  /**
   * Only after a sign-in, or `POST /api/user/confirm-password`, of the last ten minutes; otherwise 403 `SIGN_IN_NOT_RECENT`. The gateway checks it.
   */
  readonly signIn?: 'recent';
  /**
   * Only after a code of the second factor in the last ten minutes, for callers who have one; otherwise 403 `SECOND_FACTOR_NOT_RECENT`. The service
   * checks it.
   */
  readonly secondFactor?: 'recent';
  readonly limit: LimitClass | Unlimited;
  /** The response does not depend on the session, so the cookie is not read. */
  readonly sessionless?: true;
  /** While identity-svc is down, a caller with a session is treated as anonymous instead of refused. */
  readonly identity?: 'if-known';
  /** Webhooks: other servers call them with a signature or a secret. */
  readonly csrfExempt?: true;
  /** Missing in production. */
  readonly developmentOnly?: true;
  /** `long`: has the longer timeout of image generation. `stream`: server-sent events. */
  readonly response?: 'long' | 'stream';
  readonly query?: z.ZodMiniObject;
  /** The schema of the JSON body. `upload`: a form with one file in the field `image`. */
  readonly body?: z.ZodMiniType | 'upload';
  readonly answer: Answer;
  /** What a page reads of a JSON answer (of each entry of a list). Absent: pages ignore the answer. */
  readonly reader?: z.ZodMiniType;
}

/** A route that one service handles. */
export interface ForwardedRoute extends RouteBase {
  readonly service: ServiceName;
}

/** One folder of an archive, with the files of one service. `contents` describes it to the customer. */
export interface ArchivePart {
  readonly folder: string;
  readonly service: ServiceName;
  readonly contents: string;
}

/** A route whose response is one zip with a folder for each service, all of them or none (ADR 0011). */
export interface ArchiveRoute extends RouteBase {
  readonly method: 'GET';
  readonly archive: {
    /** File name before the date and `.zip`. */
    readonly name: string;
    readonly title: string;
    /** Path at which each service responds with a tar for the caller. */
    readonly address: string;
    readonly parts: readonly ArchivePart[];
  };
}

/**
 * One public call: who handles it, who may call it, and what is sent. The gateway's table, the controllers, the web
 * clients and the OpenAPI document come from it. An address without a route is not reachable from outside.
 */
export type Route = ForwardedRoute | ArchiveRoute;

export const isArchiveRoute = (route: Route): route is ArchiveRoute => 'archive' in route;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The answer is one thing with a `version`, which its header `ETag` repeats. */
export const isVersioned = ({ schema, isList }: Answer): boolean =>
  !isList && schema !== undefined && 'shape' in schema && 'version' in (schema.shape as object);

/** The parameters of a path: `{ id: string }` for `/api/orders/:id`. */
export type PathParams<Path extends string> = { readonly [Name in ParamNames<Path>]: string };

/** The parsed body and query of a route. */
export type BodyOf<Of extends { readonly body: z.ZodMiniType }> = z.output<Of['body']>;
export type QueryOf<Of extends { readonly query: z.ZodMiniType }> = z.output<Of['query']>;

/** The path with its parameters, URL-encoded. */
export const toPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
