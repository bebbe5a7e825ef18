import { jest } from '@jest/globals';
import { ACCEPT_FIELD_ERRORS, api } from './api-client.js';
import { ApiError, ConnectionError, getErrorMessage, UnexpectedResponseError } from './api-error.js';
import type { Route } from '@shop/contracts-common/routes';
import * as z from 'zod/mini';
import { restoreApi, stubApi } from '@shop/web-testing';

const base = { service: 'art', access: 'public', limit: 'read', answer: { status: 200 } } as const;
const reader = z.object({ name: z.string() });
const getThing = { ...base, method: 'GET', path: '/api/thing', reader } as const satisfies Route;
const sendThing = { ...base, method: 'POST', path: '/api/thing', body: z.unknown() } as const satisfies Route;
const deleteThing = { ...base, method: 'DELETE', path: '/api/thing' } as const satisfies Route;
const uploadThing = { ...base, method: 'POST', path: '/api/upload', body: 'upload', reader } as const satisfies Route;
const listThings = {
  ...base,
  method: 'GET',
  path: '/api/things/:kind',
  query: z.object({
    size: z.optional(z.enum(['S', 'L'])),
    search: z.optional(z.string()),
    page: z.optional(z.int()),
    sold: z.optional(z.boolean()),
  }),
  answer: { status: 200, isList: true, isPaged: true },
  reader,
} as const satisfies Route;

const FILE = new File(['x'], 'rex.png', { type: 'image/png' });

const getRejection = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('The call did not fail');
    },
    (error: unknown) => error,
  );

describe('the API client', () => {
  afterEach(restoreApi);

  it('parses the response by the schema and drops unknown fields', async () => {
    stubApi({ 'GET /api/thing': { json: { name: 'Rex', secret: 1 } } });
    expect(await api.call(getThing)).toEqual({ name: 'Rex' });
  });

  it('sends cookies with each request', async () => {
    const server = stubApi({ 'GET /api/thing': { json: { name: 'Rex' } } });
    await api.call(getThing);
    expect(server.calls[0]?.credentials).toBe('include');
  });

  it('marks a request long after the last input as passive', async () => {
    jest.useFakeTimers();
    window.dispatchEvent(new KeyboardEvent('keydown'));
    const server = stubApi({ 'GET /api/thing': { json: { name: 'Rex' } } });
    for (const minutes of [0, 0.9, 0.2, 10]) {
      jest.advanceTimersByTime(minutes * 60_000);
      await api.call(getThing);
    }
    window.dispatchEvent(new KeyboardEvent('keydown'));
    await api.call(getThing);
    jest.useRealTimers();
    expect(server.calls.map(({ headers }) => headers['x-passive'])).toEqual([
      undefined,
      undefined,
      '1',
      '1',
      undefined,
    ]);
  });

  it('sends a JSON content type and body only for a request with a body', async () => {
    const server = stubApi({ 'POST /api/thing': { json: {} }, 'DELETE /api/thing': { status: 204 } });
    await api.call(sendThing, { body: { a: 1 } });
    await api.call(sendThing, { body: undefined });
    await api.call(deleteThing);
    expect(server.calls.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ['application/json', { a: 1 }],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it.each([{ status: 204 }, { status: 200, text: '' }, { status: 201, text: 'OK' }, { text: '<html>' }])(
    'accepts any body if the answer is not read: %j',
    async (response) => {
      stubApi({ 'POST /api/thing': response });
      await api.call(sendThing, { body: undefined });
      expect(await getRejection(api.call({ ...sendThing, reader }, { body: undefined }))).toBeInstanceOf(
        UnexpectedResponseError,
      );
    },
  );

  it('leaves the content type of a form to the browser', async () => {
    const server = stubApi({ 'POST /api/upload': { json: { name: 'Rex' } } });
    await api.upload(uploadThing, FILE, {});
    expect(server.calls[0]?.headers['content-type']).toBeUndefined();
    expect((server.calls[0]?.body as FormData).get('image')).toMatchObject({ name: 'rex.png' });
  });

  it('reports the progress of a form, and fails like any other request', async () => {
    const progress: number[] = [];
    const server = stubApi({ 'POST /api/upload': { json: { name: 'Rex' }, sent: [0.25, 1] } });
    expect(await api.upload(uploadThing, FILE, { onProgress: (sent) => progress.push(sent) })).toEqual({
      name: 'Rex',
    });
    expect(progress).toEqual([0.25, 1]);
    server.responses['POST /api/upload'] = { status: 429, text: 'Too many attempts.', headers: { 'retry-after': '7' } };
    expect(await getRejection(api.upload(uploadThing, FILE, {}))).toMatchObject({
      message: '429: Too many attempts.',
      retryAfterSeconds: 7,
    });
    server.responses['POST /api/upload'] = { text: '<html>' };
    expect(await getRejection(api.upload(uploadThing, FILE, {}))).toBeInstanceOf(UnexpectedResponseError);
    server.responses['POST /api/upload'] = { lost: true };
    expect(await getRejection(api.upload(uploadThing, FILE, {}))).toBeInstanceOf(ConnectionError);
  });

  it('aborts an upload', async () => {
    const abort = new AbortController();
    stubApi({ 'POST /api/upload': { after: new Promise(() => undefined) } });
    const failure = getRejection(api.upload(uploadThing, FILE, { signal: abort.signal }));
    abort.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
    expect(await getRejection(api.upload(uploadThing, FILE, { signal: abort.signal }))).toMatchObject({
      name: 'AbortError',
    });
  });

  it.each(['PATCH', 'PUT'] as const)(
    'asks for errors as documents with a %s request, and adds the given headers',
    async (method) => {
      const server = stubApi({ [`${method} /api/thing`]: { json: {} } });
      await api.call({ ...sendThing, method }, { body: {}, headers: { 'Idempotency-Key': 'k' } });
      expect(server.calls[0]?.headers).toEqual({
        'content-type': 'application/json',
        ...ACCEPT_FIELD_ERRORS,
        'Idempotency-Key': 'k',
      });
    },
  );

  it('throws "status: body" for a response that is not OK, and exposes the body as userMessage', async () => {
    stubApi({ 'POST /api/thing': { status: 401, text: 'Invalid email or password\n' } });
    const error = await getRejection(api.call(sendThing, { body: {} }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: '401: Invalid email or password',
      status: 401,
      userMessage: 'Invalid email or password',
      retryAfterSeconds: null,
    });
  });

  it('uses the status text for an empty body', async () => {
    stubApi({ 'GET /api/thing': { status: 500 } });
    expect(await getRejection(api.call(getThing))).toMatchObject({ message: '500: Status 500' });
  });

  it('reads Retry-After in seconds and as a date', async () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    for (const [header, seconds] of [
      ['7', 7],
      [inTenSeconds, 10],
      ['soon', null],
    ] as const) {
      stubApi({ 'GET /api/thing': { status: 503, text: 'Away', headers: { 'retry-after': header } } });
      const { retryAfterSeconds } = (await getRejection(api.call(getThing))) as ApiError;
      if (seconds === null) expect(retryAfterSeconds).toBeNull();
      else expect(Math.abs((retryAfterSeconds ?? -9) - seconds)).toBeLessThanOrEqual(1);
    }
  });

  it('has a readable message when the shop is unreachable', async () => {
    stubApi({ 'GET /api/thing': { lost: true } });
    const error = await getRejection(api.call(getThing));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(getErrorMessage(error)).toBe("We couldn't reach the shop. Please check your connection and try again.");
  });

  it('distinguishes a response of another shape from an error response', async () => {
    stubApi({ 'GET /api/thing': { json: { title: 'not a name' } } });
    const error = await getRejection(api.call(getThing));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(getErrorMessage(error)).toContain('reload the page');
  });

  it('rethrows the abort of the caller', async () => {
    const abort = new AbortController();
    let respond: () => void = () => undefined;
    stubApi({ 'GET /api/thing': { json: {}, after: new Promise<void>((resolve) => (respond = resolve)) } });
    const call = getRejection(api.call(getThing, { signal: abort.signal }));
    abort.abort();
    respond();
    expect(await call).toMatchObject({ name: 'AbortError' });
  });
});

describe('api.url', () => {
  it('sends 0 and false in the query', () => {
    expect(api.url(listThings, { params: { kind: 'cat' }, query: { page: 0, sold: false } })).toContain(
      '?page=0&sold=false',
    );
  });

  it('encodes the parameters of the path and leaves out empty ones of the query', () => {
    expect(api.url(listThings, { params: { kind: 'a/b' }, query: { size: 'L', search: '' } })).toBe(
      '/api/things/a%2Fb?size=L',
    );
    expect(api.url(listThings, { params: { kind: 'cat' } })).toBe('/api/things/cat');
  });
});

describe('api.page', () => {
  afterEach(restoreApi);

  it('returns the path of the next page from the Link header', async () => {
    stubApi({
      'GET /api/things/cat': { json: [{ name: 'Rex' }], headers: { link: '</api/things?cursor=abc>; rel="next"' } },
    });
    expect(await api.page(listThings, '/api/things/cat')).toEqual({
      rows: [{ name: 'Rex' }],
      next: '/api/things?cursor=abc',
    });
  });

  it('returns no next page without a Link header', async () => {
    stubApi({ 'GET /api/things/cat': { json: [] } });
    expect(await api.page(listThings, '/api/things/cat')).toEqual({ rows: [], next: null });
  });
});
