import { type Answer, needsSecondFactor, type Route } from './routes/index.js';

/** What must exist before an example can be sent. Each provides the values of `SAMPLE` that the example uses. */
export type Given =
  | 'an account'
  | 'a product'
  | 'a variant'
  | 'a photo'
  | 'a cut-out'
  | 'an artwork'
  | 'a share link'
  | 'a continue link'
  | 'a cart'
  | 'a cart with a changed price'
  | 'a cart with an unavailable item'
  | 'an open order'
  | 'an order without an email'
  | 'a paid order'
  | 'a print file'
  | 'a print file that failed'
  | 'a refund that failed'
  | 'a review link'
  | 'a review'
  | 'a published review'
  | 'a request'
  | 'an answered request'
  | 'an archived request'
  | 'a session'
  | 'a reset link'
  | 'a used reset link'
  | 'a used confirmation link';

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
  /** A change that was made before: it succeeds, and leaves no entry in the audit trail. */
  readonly changesNothing?: true;
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

/** Clients send a POST again whose answer was lost. */
interface RepeatableDocs {
  /** What happens then; `BY_KEY`: the header `Idempotency-Key` makes it one call. */
  readonly repeated: string;
}

export const BY_KEY = 'it is one call, by its `Idempotency-Key`';

/** Two admins, who have loaded the same page, may both make such a call. */
interface ConcurrentDocs {
  /** What happens to the second; `BY_VERSION`: `If-Match` refuses it. Any other text says why it needs no version. */
  readonly concurrent: string;
}

export const BY_VERSION = '409 for the second, by `If-Match`';

type DocumentedName<Routes> = {
  [Name in keyof Routes]: Routes[Name] extends { readonly path: `/api/${string}` } ? Name : never;
}[keyof Routes];

/** The documentation of a route: what the compiler demands depends on its method and its callers. */
type DocsOfRoute<Of> = OperationDocs &
  (Of extends { readonly method: 'POST' } ? RepeatableDocs : unknown) &
  (Of extends { readonly method: 'GET' }
    ? unknown
    : Of extends { readonly access: 'admin' }
      ? ConcurrentDocs
      : unknown);

/** The documentation of an area: the compiler demands it for each route of `/api`. */
export type DocsOf<Routes> = { readonly [Name in DocumentedName<Routes>]: DocsOfRoute<Routes[Name]> };

const IDEMPOTENCY_KEY = {
  'Idempotency-Key':
    'A UUID. A repeated call with the same key changes nothing and has the answer of the first; with another body it is 409. Optional',
} as const;

const IF_MATCH = {
  'If-Match':
    'The `ETag` that the caller has seen: the `version` in double quotes. If it is outdated, nothing changes and the answer is 409. Optional',
} as const;

/** Headers and status of an example that was decided on another version. */
export const OUTDATED_VERSION = { headers: { 'if-match': '"99"' }, status: 409 } as const;

/** One call of `/api` with its documentation. The OpenAPI document and the API tests use it. */
export type Operation = Omit<OperationDocs, 'answer'> &
  Partial<RepeatableDocs & ConcurrentDocs> &
  Pick<Route, 'method' | 'path' | 'access' | 'permission' | 'permissionAtTimes' | 'query' | 'body'> & {
    readonly answer: Answer & { readonly description: string };
    /** Refused to a session that has entered no code of the second factor that its account has. */
    readonly needsSecondFactor: boolean;
  };

/** Joins the routes of an area with their documentation. */
export const describeRoutes = <Routes extends Readonly<Record<string, Route>>>(
  routes: Routes,
  docs: Readonly<Record<string, OperationDocs & Partial<RepeatableDocs & ConcurrentDocs>>>,
): Operation[] =>
  Object.entries(docs).map(([name, { answer, ...rest }]) => {
    const route = routes[name];
    if (!route) throw new Error(`There is no route ${name}`);
    const headers = {
      ...(rest.repeated === BY_KEY && IDEMPOTENCY_KEY),
      ...(rest.concurrent === BY_VERSION && IF_MATCH),
      ...rest.headers,
    };
    return {
      ...{ ...route, ...rest, headers },
      answer: { ...route.answer, description: answer },
      needsSecondFactor: needsSecondFactor(route),
    };
  });

/**
 * Values that the examples use. The documentation shows them as they are; the tests replace them by values of the test
 * shop.
 * No value contains another one.
 */
export const SAMPLE = {
  email: 'pat@example.com',
  password: 'correct horse battery',
  product: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a01',
  variant: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a02',
  photo: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a03',
  artwork: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a04',
  cutOut: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a31',
  shareLink: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a32',
  shareToken: '7e2b94d1c8a05f36e1b7d9204c5a8f63',
  continueToken: 'Jc5nYt2gPz8RwE4uKxB7mQ',
  generation: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a05',
  cartItem: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a06',
  order: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a07',
  orderItem: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a11',
  printFile: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a08',
  review: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a61',
  reviewKey: 'hT4nWq8zR2mXcV7bLpY5dK',
  request: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a09',
  reply: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a10',
  user: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a51',
  session: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a41',
  discrepancy: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a21',
  paymentIntent: 'pi_sandbox_5f0c5a7e1d1f4c57',
  clientSecret: 'pi_sandbox_9f0a_secret_0d8f6b1c',
  orderNumber: 'PA-7K3M9QXW2T',
  revision: 'mH0q2yX5b8sVdJ4cRkZ1uT6wE9aLgP3f',
  resetToken: 'Zk3vQm7xT1sWcY9dRfGhJ2',
  confirmationToken: 'bN8rLq4wE6uPaX0tVzKiM5',
  /** An id that does not exist. */
  unknown: '00000000-0000-4000-8000-000000000000',
} as const;

export const ADDRESS = {
  name: 'Pat Doe',
  address: '12 Elm Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62704',
  country: 'US',
} as const;
