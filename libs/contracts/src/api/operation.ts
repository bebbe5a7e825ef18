import type { Answer, Route } from '../routes/index.js';

/** What must exist before an example can be sent. Each provides the values of `SAMPLE` that the example uses. */
export type Given =
  | 'an account'
  | 'a product'
  | 'a variant'
  | 'a photo'
  | 'a cut-out'
  | 'an artwork'
  | 'a cart'
  | 'a cart with a changed price'
  | 'a cart with an unavailable item'
  | 'an open order'
  | 'a challenged payment'
  | 'an order without an email'
  | 'a paid order'
  | 'a print file'
  | 'a print file that failed'
  | 'a refund that failed'
  | 'a request'
  | 'an archived request'
  | 'a reset link'
  | 'a used reset link';

export type Caller = 'anonymous' | 'a guest' | 'a customer' | 'an admin';

export interface Example {
  /** The behaviour that the example shows; also the title of its test. */
  readonly name: string;
  /** The caller. Default: the least privileged caller with access. */
  readonly as?: Caller;
  readonly given?: readonly Given[];
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON body. Uploads use `file` instead. */
  readonly body?: unknown;
  /**
   * `huge`: over 25 MB. `none`: the field is missing. `mask`: of the photo's proportions; `narrow mask`: of others;
   * `empty mask`: nothing is drawn.
   */
  readonly file?: 'photo' | 'text' | 'damaged' | 'huge' | 'none' | 'mask' | 'narrow mask' | 'empty mask' | 'large mask';
  readonly status: number;
  /** The exact error message. */
  readonly message?: string;
  /** Repeating the call succeeds. */
  readonly failsOnlyOnce?: true;
}

/** The documentation of a route, and the examples of its call. */
export interface OperationDocs {
  readonly tag: string;
  /** One line. */
  readonly summary: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a successful answer is. */
  readonly answer: string;
  /** Errors that no example can cause: HTTP status and reason. */
  readonly errors?: Readonly<Record<number, string>>;
  readonly examples: readonly Example[];
}

type DocumentedName<Routes> = {
  [Name in keyof Routes]: Routes[Name] extends { readonly path: `/api/${string}` } ? Name : never;
}[keyof Routes];

/** The documentation of an area: the compiler demands it for each route of `/api`. */
export type DocsOf<Routes> = Readonly<Record<DocumentedName<Routes>, OperationDocs>>;

/** One call of `/api` with its documentation. The OpenAPI document and the API tests use it. */
export type Operation = Omit<OperationDocs, 'answer'> &
  Pick<Route, 'method' | 'path' | 'access' | 'query' | 'body'> & {
    readonly answer: Answer & { readonly description: string };
  };

/** Joins the routes of an area with their documentation. */
export const describeRoutes = <Routes extends Readonly<Record<string, Route>>>(
  routes: Routes,
  docs: Readonly<Record<string, OperationDocs>>,
): Operation[] =>
  Object.entries(docs).map(([name, { answer, ...rest }]) => {
    const route = routes[name];
    if (!route) throw new Error(`There is no route ${name}`);
    return { ...route, ...rest, answer: { ...route.answer, description: answer } };
  });
