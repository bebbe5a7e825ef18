import { SECOND_FACTOR_NOT_RECENT, parseNextPageUrl, type Readable } from '@shop/contracts-common';
import { type PathParams, type Route, toPath } from '@shop/contracts-common/routes';
import * as z from 'zod/mini';
import { ConnectionError, readApiError, UnexpectedResponseError } from './api-error.js';
import { askForCode } from './code-request.js';
import { getPassiveHeader } from './page-use.js';

interface UploadOptions {
  signal?: AbortSignal;
  /** Receives the share of sent bytes, 0..1. */
  onProgress?: (share: number) => void;
}

/**
 * Sends a multipart form by XMLHttpRequest, because fetch reports no upload progress, and returns the body of the
 * response. The browser adds the boundary to the content type.
 */
async function sendForm(url: string, form: FormData, options: UploadOptions): Promise<string> {
  const request = await sendRequest(url, form, options);
  const { status, statusText, responseText } = request;
  if (status >= 200 && status < 300) return responseText;
  const headers = { get: (name: string) => request.getResponseHeader(name) };
  throw await readApiError({ status, statusText, headers, text: () => Promise.resolve(responseText) });
}

/** Rejects with ConnectionError when no response arrives, or with the signal's reason after an abort. */
function sendRequest(url: string, form: FormData, { signal, onProgress }: UploadOptions): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.withCredentials = true;
    request.setRequestHeader('accept', ACCEPT_FIELD_ERRORS.accept);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => resolve(request);
    request.onerror = () => reject(new ConnectionError(request.status));
    signal?.addEventListener(
      'abort',
      () => {
        request.abort();
        reject(
          signal.reason instanceof Error ? signal.reason : new DOMException('The upload was aborted', 'AbortError'),
        );
      },
      { once: true },
    );
    request.send(form);
  });
}

/** One page of a long list, newest first. `next` is the path of the next page, or null on the last page. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** Reads the next page's path from a `Link` header. Only the shop's own `/api` is accepted. */
export function getNextPagePath(link: string | null): string | null {
  const path = parseNextPageUrl(link);
  return path?.startsWith('/api/') ? path : null;
}

/** What a call needs of its route. */
export type ApiRoute = Pick<Route, 'method' | 'path' | 'query' | 'body' | 'answer' | 'reader'>;

interface PageOptions extends RequestOptions {
  /** Of a list that is found by a POST: the same for each page. */
  body?: unknown;
}

interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type ParamsOf<Of extends ApiRoute> = keyof PathParams<Of['path']> extends never
  ? unknown
  : { params: PathParams<Of['path']> };

/** Absent and empty parameters are not sent. */
type QueryOf<Of extends ApiRoute> = Of extends { query: infer Query extends z.ZodMiniObject }
  ? { query?: { [Name in keyof z.input<Query>]?: Readable<z.input<Query>[Name]> } }
  : unknown;

/** Enums are open, because a page may send a value back that it has read from a newer server. */
type BodyOf<Of extends ApiRoute> = Of extends { body: infer Body extends z.ZodMiniType }
  ? { body: Readable<z.input<Body>> }
  : unknown;

type UrlOptions<Of extends ApiRoute> = ParamsOf<Of> & QueryOf<Of>;
type CallOptions<Of extends ApiRoute> = UrlOptions<Of> & BodyOf<Of> & RequestOptions;

/** An argument that is only needed if one of its fields is. */
type Argument<Options> = object extends Options ? [options?: Options] : [options: Options];

export type ListRoute = ApiRoute & { readonly reader: z.ZodMiniType; readonly answer: { readonly isPaged: true } };
export type RowOf<Of extends ListRoute> = z.output<Of['reader']>;

type ReadAnswer<Of extends ApiRoute> = Of extends { reader: infer Reader extends z.ZodMiniType }
  ? Of extends { answer: { isList: true } }
    ? z.output<Reader>[]
    : z.output<Reader>
  : unknown;

/** The options of any call. */
interface AnyOptions extends RequestOptions {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** Asks for an error with a message per field, and its code. Each change does it. A read that does it can't use the page's preload. */
export const ACCEPT_FIELD_ERRORS = { accept: 'application/problem+json, application/json' };

/** The header of a change that is only made if the thing has not changed since this version. Empty for a server without versions. */
export const toIfMatch = (version: string | number | undefined): Record<string, string> =>
  version === undefined ? {} : { 'if-match': `"${version}"` };

function createUrl({ path }: ApiRoute, { params, query = {} }: AnyOptions = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value as string | number | boolean)]],
  );
  const search = new URLSearchParams(entries).toString();
  return toPath(path, params) + (search && `?${search}`);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { credentials: 'include', ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ConnectionError(error);
  }
}

/** Returns a response with status 2xx; throws ApiError for any other. */
async function fetchOk(url: string, method: string, { body, signal, ...options }: AnyOptions = {}): Promise<Response> {
  const headers = { ...(method === 'GET' ? {} : ACCEPT_FIELD_ERRORS), ...getPassiveHeader(), ...options.headers };
  const response = await send(
    url,
    body === undefined
      ? { method, headers, signal }
      : { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body), signal },
  );
  if (response.ok) return response;
  const error = await readApiError(response);
  // The call is repeated as it was, with its idempotency key.
  if (error.code === SECOND_FACTOR_NOT_RECENT && (await askForCode()))
    return fetchOk(url, method, { body, signal, ...options });
  throw error;
}

/** A body that is empty or no JSON is no error for a call whose answer is not read; the reader decides. */
function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readAnswer(
  url: string,
  response: Pick<Response, 'text'>,
  { reader = z.unknown(), answer }: ApiRoute,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    return (answer.isList ? z.array(reader) : reader).parse(parseJson(await response.text()));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UnexpectedResponseError(url, error);
  }
}

async function call<const Of extends ApiRoute>(
  route: Of,
  ...[options]: Argument<CallOptions<Of>>
): Promise<ReadAnswer<Of>> {
  const anyOptions: AnyOptions = options ?? {};
  const url = createUrl(route, anyOptions);
  const response = await fetchOk(url, route.method, anyOptions);
  return (await readAnswer(url, response, route, anyOptions.signal)) as ReadAnswer<Of>;
}

async function getPage<const Of extends ListRoute>(
  route: Of,
  url: string,
  options: PageOptions = {},
): Promise<Page<RowOf<Of>>> {
  const response = await fetchOk(url, route.method, options);
  return {
    rows: (await readAnswer(url, response, route, options.signal)) as RowOf<Of>[],
    next: getNextPagePath(response.headers.get('link')),
  };
}

/** Ends a list whose pages name each other in a circle. */
const MAX_LIST_PAGES = 20;

/** All rows of a list that is one page in an ordinary shop. */
async function getList<const Of extends ListRoute>(route: Of, options: RequestOptions = {}): Promise<RowOf<Of>[]> {
  const rows: RowOf<Of>[] = [];
  let url: string | null = createUrl(route);
  for (let pages = 0; url && pages < MAX_LIST_PAGES; pages += 1) {
    const page: Page<RowOf<Of>> = await getPage(route, url, options);
    rows.push(...page.rows);
    url = page.next;
  }
  return rows;
}

async function upload<const Of extends ApiRoute & { readonly body: 'upload' }>(
  route: Of,
  file: File,
  options: ParamsOf<Of> & UploadOptions,
): Promise<ReadAnswer<Of>> {
  const url = createUrl(route, options);
  const form = new FormData();
  form.append('image', file);
  const text = await sendForm(url, form, options);
  return (await readAnswer(url, { text: () => Promise.resolve(text) }, route)) as ReadAnswer<Of>;
}

/**
 * Requests to the shop's own `/api`, with cookies. The route's reader parses each response; an empty one is parsed as
 * `undefined`.
 * Throws ApiError for a status outside 2xx, ConnectionError when no response arrives.
 */
export const api = {
  call,
  /** A page of a long list: `url` is that of the first page, or the `next` of the page before. */
  page: getPage,
  /** All rows of a list: follows its pages, at most 20. */
  list: getList,
  /**
   * Resolves when the URL responds with 2xx, without reading the body. Used before the browser itself downloads a file.
   */
  probe: async <const Of extends ApiRoute>(route: Of, ...[options]: Argument<CallOptions<Of>>): Promise<void> => {
    const response = await fetchOk(createUrl(route, options), route.method, options);
    await response.body?.cancel();
  },
  /** Sends a file as multipart form and reports its progress. */
  upload,
  /** The URL of a call that the browser makes: a link, a picture or an event stream. */
  url: <const Of extends ApiRoute>(route: Of, ...[options]: Argument<UrlOptions<Of>>): string =>
    createUrl(route, options as AnyOptions | undefined),
};
