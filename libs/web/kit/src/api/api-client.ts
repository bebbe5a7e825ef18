import type * as z from 'zod/mini';
import { ApiError, ConnectionError, UnexpectedResponseError } from './api-error.js';
import { getNextPagePath, type Page } from './page.js';
import { parseRetryAfterSeconds } from './retry-after.js';
import { upload } from './upload.js';

export interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'include', ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ConnectionError(error);
  }
}

/** Returns a response with status 2xx; throws ApiError for any other. */
async function fetchOk(path: string, init: RequestInit): Promise<Response> {
  const response = await send(path, init);
  if (response.ok) return response;
  const body = (await response.text()).trim();
  throw new ApiError(
    response.status,
    body || response.statusText,
    parseRetryAfterSeconds(response.headers.get('retry-after')),
  );
}

/** A body that is empty or no JSON is no error for a call whose answer is not read; the schema decides. */
function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function parseBody<Schema extends z.ZodMiniType>(
  path: string,
  response: Response,
  schema: Schema,
  signal?: AbortSignal | null,
): Promise<z.infer<Schema>> {
  try {
    return schema.parse(parseJson(await response.text()));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UnexpectedResponseError(path, error);
  }
}

async function fetchJson<Schema extends z.ZodMiniType>(
  path: string,
  init: RequestInit,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return parseBody(path, await fetchOk(path, init), schema, init.signal);
}

/** A page of a long list: the body is the array, the `Link` header names the next page. */
async function getPage<Row extends z.ZodMiniType>(
  path: string,
  rows: z.ZodMiniArray<Row>,
  options: RequestOptions = {},
): Promise<Page<z.infer<Row>>> {
  const response = await fetchOk(path, { ...options });
  return {
    rows: await parseBody(path, response, rows, options.signal),
    next: getNextPagePath(response.headers.get('link')),
  };
}

function withJsonBody(method: string, body: unknown, { headers, signal }: RequestOptions): RequestInit {
  if (body === undefined) return { method, headers, signal };
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body), signal };
}

/**
 * Requests to the shop's own `/api`, with cookies. The schema parses each response; an empty one is parsed as `undefined`.
 * Throws ApiError for a status outside 2xx, ConnectionError when no response arrives.
 */
export const api = {
  get: <Schema extends z.ZodMiniType>(path: string, schema: Schema, options: RequestOptions = {}) =>
    fetchJson(path, { ...options }, schema),
  page: getPage,
  /**
   * Resolves when the URL responds with 2xx, without reading the body. Used before the browser itself downloads a file.
   */
  probe: async (path: string, options: RequestOptions = {}): Promise<void> => {
    const response = await fetchOk(path, { ...options });
    await response.body?.cancel();
  },
  post: <Schema extends z.ZodMiniType>(path: string, body: unknown, schema: Schema, options: RequestOptions = {}) =>
    fetchJson(path, withJsonBody('POST', body, options), schema),
  put: <Schema extends z.ZodMiniType>(path: string, body: unknown, schema: Schema, options: RequestOptions = {}) =>
    fetchJson(path, withJsonBody('PUT', body, options), schema),
  patch: <Schema extends z.ZodMiniType>(path: string, body: unknown, schema: Schema, options: RequestOptions = {}) =>
    fetchJson(path, withJsonBody('PATCH', body, options), schema),
  del: <Schema extends z.ZodMiniType>(path: string, schema: Schema, options: RequestOptions = {}) =>
    fetchJson(path, { method: 'DELETE', ...options }, schema),
  /** Sends a multipart form and reports its progress. */
  upload,
};
