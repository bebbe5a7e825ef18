import type * as z from 'zod/mini';
import type { AccessLevel } from '../common/index.js';

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

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** JSON. Absent: the answer has no body, or the body is of `type`. */
  readonly schema?: z.ZodMiniType;
  /** The answer is an array of `schema`. */
  readonly isList?: true;
  /** The header `Link` has the URL of the next page (RFC 8288, `rel="next"`). */
  readonly isPaged?: true;
  readonly type?: 'text/csv' | 'application/zip' | 'text/event-stream' | 'image/png' | 'image/webp';
}

/** One call of `/api`. The OpenAPI document and the API tests use it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the gateway's routes: `:name` matches one segment. */
  readonly path: string;
  readonly access: AccessLevel;
  readonly tag: string;
  /** One line. */
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodMiniObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: z.ZodMiniType | 'upload';
  readonly answer: Answer;
  /** Errors that no example can cause: HTTP status and reason. */
  readonly errors?: Readonly<Record<number, string>>;
  readonly examples: readonly Example[];
}
