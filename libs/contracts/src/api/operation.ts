import type * as z from 'zod/mini';
import type { AccessLevel } from '../common/index.js';

/** What has to be there before an example can be sent; it gives the values of `SAMPLE` that the example names. */
export type Given =
  | 'an account'
  | 'a product'
  | 'a variant'
  | 'a photo'
  | 'an artwork'
  | 'a cart'
  | 'a cart with a changed price'
  | 'a cart with something gone'
  | 'an open order'
  | 'a challenged payment'
  | 'an order without an e-mail'
  | 'a paid order'
  | 'a print file'
  | 'a print file that failed'
  | 'a refund that failed'
  | 'a request'
  | 'an archived request'
  | 'a reset link'
  | 'a used reset link';

export type Caller = 'nobody' | 'a guest' | 'a customer' | 'an admin';

export interface Example {
  /** What happens, as the title of a test. */
  readonly name: string;
  /** Who calls; left out: whoever may just call. */
  readonly as?: Caller;
  readonly given?: readonly Given[];
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or the file of an upload. */
  readonly body?: unknown;
  /** `huge`: over 25 MB. `none`: the field is missing. */
  readonly file?: 'photo' | 'text' | 'damaged' | 'huge' | 'none';
  readonly status: number;
  /** Exactly what a refusal says. */
  readonly message?: string;
  /** Said once: the same call again goes through. */
  readonly failsOnlyOnce?: true;
}

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** JSON. Left out: nothing, or what `type` says. */
  readonly schema?: z.ZodMiniType;
  /** An array of `schema`. */
  readonly isList?: true;
  /** More of the list stands at the address of the header `Link` (RFC 8288, `rel="next"`). */
  readonly isPaged?: true;
  readonly type?: 'text/csv' | 'application/zip' | 'text/event-stream' | 'image/png' | 'image/webp';
}

/** One call of `/api`: what the documentation says of it, and what the tests send. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the gateway's routes: `:name` stands for one segment. */
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
  /** Refusals that no example can bring about: status and when. */
  readonly errors?: Readonly<Record<number, string>>;
  readonly examples: readonly Example[];
}
