/** The apps that are released, each with its contract. */
export const APPS = [
  'identity-svc',
  'catalog-svc',
  'art-svc',
  'order-svc',
  'support-svc',
  'gateway',
  'shell-web',
  'storefront-web',
  'admin-web',
] as const;
export type App = (typeof APPS)[number];

/** A web app is released into a store (`npm run release:web`), all others as images. */
export const isWebApp = (app: App): boolean => app.endsWith('-web');

export type Json = { readonly [key: string]: unknown };

export interface AppContract {
  /**
   * An OpenAPI document of all that others send to this app or get from it. Besides its calls it has one path for each event that it publishes
   * (`/events/order.paid`: what it sends, and what must still be readable) and for each kind of job (`/jobs/orders.submit`: stored payloads).
   */
  readonly api: Json & { readonly paths: Record<string, Json> };
  /** Path of a call or an event → the fields that this app reads, such as `items[].id`. */
  readonly reads: Readonly<Record<string, readonly string[]>>;
  /** Environment variables without which it does not start in production. */
  readonly variables: readonly string[];
  readonly migrations: Readonly<Record<string, Migration>>;
}

export interface Migration {
  /** Of its statements, wherever they are defined. */
  readonly hash: string;
  /** What it drops, renames or demands: the version before needs it. */
  readonly takes: readonly string[];
}
