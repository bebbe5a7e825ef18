import type * as z from 'zod/mini';
import { ApiError, ConnectionError, UnexpectedAnswerError } from './api-error.js';
import { ownNextPage, type Page } from './page.js';
import { retryAfterSeconds } from './retry-after.js';
import { upload } from './upload.js';

export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const NO_CONTENT = 204;

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'include', ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ConnectionError(error);
  }
}

/** The answer where it is OK; throws ApiError where it is not. */
async function answerTo(path: string, init: RequestInit): Promise<Response> {
  const response = await send(path, init);
  if (response.ok) return response;
  const body = (await response.text()).trim();
  throw new ApiError(
    response.status,
    body || response.statusText,
    retryAfterSeconds(response.headers.get('retry-after')),
  );
}

async function parsed<Schema extends z.ZodMiniType>(
  path: string,
  response: Response,
  schema: Schema,
  signal?: AbortSignal | null,
): Promise<z.infer<Schema>> {
  try {
    const answer: unknown = response.status === NO_CONTENT ? undefined : await response.json();
    return schema.parse(answer);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UnexpectedAnswerError(path, error);
  }
}

async function call<Schema extends z.ZodMiniType>(
  path: string,
  init: RequestInit,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return parsed(path, await answerTo(path, init), schema, init.signal);
}

/** A page of a long list: the body is the array, the `Link` header says where the next page is. */
async function page<Row extends z.ZodMiniType>(
  path: string,
  rows: z.ZodMiniArray<Row>,
  options: CallOptions = {},
): Promise<Page<z.infer<Row>>> {
  const response = await answerTo(path, { ...options });
  return { rows: await parsed(path, response, rows, options.signal), next: ownNextPage(response.headers.get('link')) };
}

function withBody(method: string, body: unknown, { headers, signal }: CallOptions): RequestInit {
  if (body === undefined) return { method, headers, signal };
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body), signal };
}

/**
 * Calls of the shop's own `/api`, with cookies. Each answer is parsed by the schema; a 204 is parsed as
 * `undefined`. Throws ApiError for an answer that is not OK, ConnectionError for none at all.
 */
export const api = {
  get: <Schema extends z.ZodMiniType>(path: string, schema: Schema, options: CallOptions = {}) =>
    call(path, { ...options }, schema),
  page,
  /** Resolves where the address answers OK; what it answers is not read. For a file that the browser itself will fetch. */
  probe: async (path: string, options: CallOptions = {}): Promise<void> => {
    const response = await answerTo(path, { ...options });
    await response.body?.cancel();
  },
  post: <Schema extends z.ZodMiniType>(path: string, body: unknown, schema: Schema, options: CallOptions = {}) =>
    call(path, withBody('POST', body, options), schema),
  put: <Schema extends z.ZodMiniType>(path: string, body: unknown, schema: Schema, options: CallOptions = {}) =>
    call(path, withBody('PUT', body, options), schema),
  patch: <Schema extends z.ZodMiniType>(path: string, body: unknown, schema: Schema, options: CallOptions = {}) =>
    call(path, withBody('PATCH', body, options), schema),
  del: <Schema extends z.ZodMiniType>(path: string, schema: Schema, options: CallOptions = {}) =>
    call(path, { method: 'DELETE', ...options }, schema),
  /** Sends a multipart form, and tells how far it is. */
  upload,
};
