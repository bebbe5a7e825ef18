import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { waitFor } from '@shop/testing';
import { publicRoutes } from '@shop/contracts-all';
import { isArchiveRoute, type ArchiveRoute, type ServiceName } from '@shop/contracts-common/routes';
import type { Handler } from './fake-service.js';
import { GatewayFixture } from './gateway.fixture.js';
import { respondWithTar, TAR, createTar } from './tar.fixture.js';

/** For responses that must time out. */
const SHORT_TIMEOUT_MS = 1_500;
/** For slow responses that must not time out. */
const LONG_TIMEOUT_MS = 5_000;

let impatient: GatewayFixture;
let patient: GatewayFixture;
/** An archive is aborted after eight of its timeouts without progress. */
let archiving: GatewayFixture;
beforeAll(async () => {
  const open = (ms: number): Promise<GatewayFixture> =>
    GatewayFixture.start({ ANSWER_TIMEOUT_MS: String(ms), ART_DEADLINE_MS: String(ms) });
  [impatient, patient, archiving] = await Promise.all([open(SHORT_TIMEOUT_MS), open(LONG_TIMEOUT_MS), open(500)]);
});
afterAll(() => Promise.all([impatient, patient, archiving].map((fixture) => fixture.close())));

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const [{ path: ARCHIVE_PATH, archive }] = publicRoutes.filter(isArchiveRoute) as [ArchiveRoute];
const setArchiveHandlers = (own: Partial<Record<ServiceName, Handler>>): void => {
  for (const { service } of archive.parts)
    archiving.services[service].handlers.set(
      archive.address,
      own[service] ?? respondWithTar({ [`${service}.json`]: '{}' }),
    );
};

// They wait for timeouts, so they run at the same time: each has a URL or a gateway of its own.
describe('a slow service', () => {
  it.concurrent(
    'breaks an archive if its part stops sending',
    async () => {
      const tar = await createTar({ 'a.bin': randomBytes(1024 * 1024) });
      setArchiveHandlers({ order: (_req, res) => res.writeHead(200, TAR).write(tar.subarray(0, tar.length / 2)) });
      const answer = archiving.openResponse(ARCHIVE_PATH, archiving.createSession('user'));
      await expect(answer.then(buffer)).rejects.toThrow(/aborted/);
    },
    15_000,
  );

  it.concurrent(
    'may send a response slowly as long as it progresses',
    async () => {
      const PARTS = 24;
      patient.services.catalog.handler = (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/json' });
        for (let n = 1; n <= PARTS; n += 1)
          setTimeout(() => (n < PARTS ? res.write('x') : res.end('x')), (n * LONG_TIMEOUT_MS) / 20);
      };
      const begunAt = Date.now();
      expect((await patient.call('GET', '/api/products')).text).toBe('x'.repeat(PARTS));
      expect(Date.now() - begunAt).toBeGreaterThan(LONG_TIMEOUT_MS);
    },
    15_000,
  );

  it.concurrent(
    'does not time out because of a slow client',
    async () => {
      const { outgoing: sending, response: answer } = patient.startPost('/api/contact', { 'content-length': '4' });
      sending.write('{ ');
      await wait(LONG_TIMEOUT_MS + 500);
      sending.end(' }');
      expect((await answer).statusCode).toBe(200);
    },
    15_000,
  );

  it.concurrent('breaks the response if it stops sending in the middle', async () => {
    impatient.services.catalog.handlers.set('/pictures/tshirt.svg', (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      res.write('[');
    });
    const answer = await impatient.openResponse('/pictures/tshirt.svg');
    await expect(buffer(answer)).rejects.toThrow(/aborted|ECONNRESET/);
  });

  it.concurrent('causes 504 if its response does not start in time, and the late response is dropped', async () => {
    impatient.services.catalog.handlers.set(
      '/api/products',
      (_req, res) => void setTimeout(() => res.end('late'), SHORT_TIMEOUT_MS + 1_000),
    );
    const answer = await impatient.call('GET', '/api/products');
    expect([answer.status, answer.text]).toEqual([
      504,
      'The catalogue is taking too long to answer. Please try again in a moment.',
    ]);
    expect(answer.headers['retry-after']).toBeDefined();
  });

  it.concurrent('has more time on long routes', async () => {
    impatient.services.art.handlers.set(
      '/api/generate',
      (_req, res) => void setTimeout(() => res.writeHead(201).end('{}'), SHORT_TIMEOUT_MS + 500),
    );
    expect((await impatient.call('POST', '/api/generate', { body: '{}' })).status).toBe(201);
  });

  it.concurrent('delivers each event of a progress stream at once, for longer than the response timeout', async () => {
    const path = '/api/generate/0b6f1c1e/progress';
    let send: (event: string) => void = () => undefined;
    let open = 0;
    impatient.services.art.handlers.set(path, (_req, res) => {
      open += 1;
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      res.flushHeaders();
      send = (event) => res.write(event);
      res.on('close', () => (open -= 1));
    });
    const stream = await impatient.openResponse(path, impatient.createSession('guest'));
    expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    const begunAt = Date.now();
    for (const event of ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']) {
      await wait(SHORT_TIMEOUT_MS * 0.4);
      send(event);
      const [chunk] = (await once(stream, 'data')) as [Buffer];
      expect(chunk.toString()).toBe(event);
    }
    expect(Date.now() - begunAt).toBeGreaterThan(SHORT_TIMEOUT_MS);
    stream.destroy();
    await waitFor(() => expect(open).toBe(0));
  });
});

it('names the part of an archive that does not start in time', async () => {
  setArchiveHandlers({ order: () => undefined });
  const answer = await archiving.call('GET', ARCHIVE_PATH, { sid: archiving.createSession('user') });
  expect([answer.status, answer.text]).toEqual([
    504,
    'The order service is taking too long to answer. Please try again in a moment.',
  ]);
});
