import { api, ApiError, ConnectionError, getErrorMessage, UnexpectedResponseError } from '@shop/web-kit';
import * as z from 'zod/mini';
import { restoreApi, stubApi } from '../stub-api.js';

const thingSchema = z.object({ name: z.string() });

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
    expect(await api.get('/api/thing', thingSchema)).toEqual({ name: 'Rex' });
  });

  it('sends cookies with each request', async () => {
    const server = stubApi({ 'GET /api/thing': { json: { name: 'Rex' } } });
    await api.get('/api/thing', thingSchema);
    expect(server.calls[0]?.credentials).toBe('include');
  });

  it('sends a JSON content type and body only for a request with a body', async () => {
    const server = stubApi({ 'POST /api/thing': { json: {} }, 'DELETE /api/thing': { status: 204 } });
    await api.post('/api/thing', { a: 1 }, z.unknown());
    await api.post('/api/thing', undefined, z.unknown());
    await api.del('/api/thing', z.undefined());
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
      await api.post('/api/thing', undefined, z.unknown());
      expect(await getRejection(api.post('/api/thing', undefined, thingSchema))).toBeInstanceOf(
        UnexpectedResponseError,
      );
    },
  );

  it('leaves the content type of a form to the browser', async () => {
    const server = stubApi({ 'POST /api/upload': { json: {} } });
    await api.upload('/api/upload', new FormData(), z.unknown());
    expect(server.calls[0]?.headers['content-type']).toBeUndefined();
    expect(server.calls[0]?.body).toBeInstanceOf(FormData);
  });

  it('reports the progress of a form, and fails like any other request', async () => {
    const form = new FormData();
    const progress: number[] = [];
    const server = stubApi({ 'POST /api/upload': { json: { name: 'Rex' }, sent: [0.25, 1] } });
    expect(await api.upload('/api/upload', form, thingSchema, { onProgress: (sent) => progress.push(sent) })).toEqual({
      name: 'Rex',
    });
    expect(progress).toEqual([0.25, 1]);
    server.responses['POST /api/upload'] = { status: 429, text: 'Too many attempts.', headers: { 'retry-after': '7' } };
    expect(await getRejection(api.upload('/api/upload', form, thingSchema))).toMatchObject({
      message: '429: Too many attempts.',
      retryAfterSeconds: 7,
    });
    server.responses['POST /api/upload'] = { text: '<html>' };
    expect(await getRejection(api.upload('/api/upload', form, thingSchema))).toBeInstanceOf(UnexpectedResponseError);
    server.responses['POST /api/upload'] = { lost: true };
    expect(await getRejection(api.upload('/api/upload', form, thingSchema))).toBeInstanceOf(ConnectionError);
  });

  it('aborts an upload', async () => {
    const abort = new AbortController();
    stubApi({ 'POST /api/upload': { after: new Promise(() => undefined) } });
    const failure = getRejection(api.upload('/api/upload', new FormData(), thingSchema, { signal: abort.signal }));
    abort.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
    expect(
      await getRejection(api.upload('/api/upload', new FormData(), thingSchema, { signal: abort.signal })),
    ).toMatchObject({ name: 'AbortError' });
  });

  it.each(['patch', 'put'] as const)('adds the given headers to a %s request', async (method) => {
    const server = stubApi({ [`${method.toUpperCase()} /api/thing`]: { json: {} } });
    await api[method]('/api/thing', {}, z.unknown(), { headers: { 'Idempotency-Key': 'k' } });
    expect(server.calls[0]?.headers).toEqual({ 'content-type': 'application/json', 'Idempotency-Key': 'k' });
  });

  it('throws "status: body" for a response that is not OK, and exposes the body as userMessage', async () => {
    stubApi({ 'POST /api/login': { status: 401, text: 'Invalid email or password\n' } });
    const error = await getRejection(api.post('/api/login', {}, z.unknown()));
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
    expect(await getRejection(api.get('/api/thing', thingSchema))).toMatchObject({ message: '500: Status 500' });
  });

  it('reads Retry-After in seconds and as a date', async () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    for (const [header, seconds] of [
      ['7', 7],
      [inTenSeconds, 10],
      ['soon', null],
    ] as const) {
      stubApi({ 'GET /api/thing': { status: 503, text: 'Away', headers: { 'retry-after': header } } });
      const { retryAfterSeconds } = (await getRejection(api.get('/api/thing', thingSchema))) as ApiError;
      if (seconds === null) expect(retryAfterSeconds).toBeNull();
      else expect(Math.abs((retryAfterSeconds ?? -9) - seconds)).toBeLessThanOrEqual(1);
    }
  });

  it('has a readable message when the shop is unreachable', async () => {
    stubApi({ 'GET /api/thing': { lost: true } });
    const error = await getRejection(api.get('/api/thing', thingSchema));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(getErrorMessage(error)).toBe("We couldn't reach the shop. Please check your connection and try again.");
  });

  it('distinguishes a response of another shape from an error response', async () => {
    stubApi({ 'GET /api/thing': { json: { title: 'not a name' } } });
    const error = await getRejection(api.get('/api/thing', thingSchema));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(getErrorMessage(error)).toContain('reload the page');
  });

  it('rethrows the abort of the caller', async () => {
    const abort = new AbortController();
    let respond: () => void = () => undefined;
    stubApi({ 'GET /api/thing': { json: {}, after: new Promise<void>((resolve) => (respond = resolve)) } });
    const call = getRejection(api.get('/api/thing', thingSchema, { signal: abort.signal }));
    abort.abort();
    respond();
    expect(await call).toMatchObject({ name: 'AbortError' });
  });
});

describe('api.page', () => {
  afterEach(restoreApi);

  it('returns the path of the next page from the Link header', async () => {
    stubApi({
      'GET /api/things': { json: [{ name: 'Rex' }], headers: { link: '</api/things?cursor=abc>; rel="next"' } },
    });
    expect(await api.page('/api/things', z.array(thingSchema))).toEqual({
      rows: [{ name: 'Rex' }],
      next: '/api/things?cursor=abc',
    });
  });

  it('returns no next page without a Link header', async () => {
    stubApi({ 'GET /api/things': { json: [] } });
    expect(await api.page('/api/things', z.array(thingSchema))).toEqual({ rows: [], next: null });
  });
});
