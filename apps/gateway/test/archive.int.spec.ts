import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitFor } from '@shop/testing';
import { NETWORK_HEADER } from '@shop/contracts-common';
import { publicRoutes } from '@shop/contracts-all';
import { isArchiveRoute, type ArchiveRoute, type ServiceName } from '@shop/contracts-common/routes';
import { GatewayFixture } from './gateway.fixture.js';
import { respondWithTar, respondWithTarStream, TAR, createTar, unzip } from './tar.fixture.js';
import type { Handler } from './fake-service.js';

const MEGABYTE = 1024 * 1024;
const [row] = publicRoutes.filter(isArchiveRoute) as [ArchiveRoute];
const { address, parts } = row.archive;

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await GatewayFixture.start();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.reset();
  for (const { service } of parts)
    fixture.services[service].handlers.set(address, respondWithTar({ [`${service}.json`]: `{"from":"${service}"}` }));
});

const at = (service: ServiceName, answer: Handler): void => {
  fixture.services[service].handlers.set(address, answer);
};

const begin = (sid = fixture.createSession('user')): Promise<IncomingMessage> => fixture.openResponse(row.path, sid);

const get = async (): Promise<Map<string, Buffer>> => unzip(await buffer(await begin()));
const breaks = async (): Promise<void> => {
  // If all parts fail at once, the connection may break before the client has received the head.
  await expect(begin().then(buffer)).rejects.toThrow(/aborted|socket hang up/);
};

describe('an archive of several services', () => {
  it('contains a readme and a folder for each service, in the order of the route', async () => {
    at('art', respondWithTar({ 'photos/a.png': Buffer.from([1, 2, 3]), 'artworks.json': '[]' }));
    at('order', respondWithTar({}));
    const files = await get();
    expect([...files.keys()]).toEqual([
      'README.txt',
      'account/identity.json',
      'art/photos/a.png',
      'art/artworks.json',
      'reviews/catalog.json',
      'requests/support.json',
    ]);
    expect(files.get('art/photos/a.png')).toEqual(Buffer.from([1, 2, 3]));
    expect(files.get('account/identity.json')?.toString()).toBe('{"from":"identity"}');
    for (const { folder, contents } of parts)
      expect(files.get('README.txt')?.toString()).toMatch(new RegExp(`^${folder}/ +${contents}$`, 'm'));
  });

  it('is an uncacheable download with the date in its name', async () => {
    const answer = await begin();
    answer.resume();
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="petart-data-\d{4}-\d{2}-\d{2}\.zip"$/,
    );
    await once(answer, 'end');
  });

  it('is requested from each service with the caller’s identity, request id and trace, without cookies', async () => {
    const sid = fixture.createSession('user') ?? '';
    await buffer(await begin(sid));
    const seen = parts.map(({ service }) => fixture.services[service].requests.find(({ url }) => url === address));
    expect(seen.map((one) => one?.headers['x-identity-token'])).toEqual(parts.map(() => `token of user ${sid}`));
    expect(new Set(seen.map((one) => one?.headers['x-request-id'])).size).toBe(1);
    expect(new Set(seen.map((one) => one?.headers.traceparent)).size).toBe(1);
    expect(new Set(seen.map((one) => one?.headers[NETWORK_HEADER]))).toEqual(new Set(['127.0.0.0/24']));
    expect(seen.flatMap((one) => one?.headers.cookie ?? [])).toEqual([]);
  });

  it('checks the availability for HEAD without a body', async () => {
    const answer = await fixture.call('HEAD', row.path, { sid: fixture.createSession('user') });
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, '', 'application/zip']);
    at('art', (_req, res) => res.writeHead(500).end());
    expect((await fixture.call('HEAD', row.path, { sid: fixture.createSession('user') })).status).toBe(503);
  });

  it('keeps long and non-ASCII file names', async () => {
    const name = `${'a'.repeat(180)}/Zoë 🐕.txt`;
    at('art', respondWithTar({ [name]: 'x' }));
    expect((await get()).get(`art/${name}`)?.toString()).toBe('x');
  });
});

describe('an archive of a user whose sign-in is not recent', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  it.each([
    ['ten minutes ago', 9.9, 200],
    ['longer ago', 10.1, 403],
  ])('depends on the time: a sign-in %s', async (_, minutes, status) => {
    const sid = fixture.createSession('user', { signedInAt: minutesAgo(minutes) });
    expect((await fixture.call('GET', row.path, { sid })).status).toBe(status);
  });

  it('is refused with a reason that a page can read, before any service is asked', async () => {
    const headers = { accept: 'application/problem+json' };
    for (const signedInAt of [minutesAgo(11), undefined]) {
      const sid = fixture.createSession('admin', { signedInAt });
      const answer = await fixture.call('GET', row.path, { sid, headers });
      expect(JSON.parse(answer.text)).toMatchObject({
        status: 403,
        code: 'SIGN_IN_NOT_RECENT',
        detail: 'Please confirm your password first.',
      });
    }
    expect(parts.flatMap(({ service }) => fixture.services[service].requests).map(({ url }) => url)).not.toContain(
      address,
    );
  });
});

describe('an unavailable part', () => {
  const unavailableMessage = (name: string): string =>
    `${name} is unavailable right now. Please try again in a moment.`;

  it.each<[ServiceName, string]>([
    ['identity', 'The sign-in service'],
    ['catalog', 'The catalogue'],
    ['art', 'The art studio'],
    ['order', 'The order service'],
    ['support', 'The contact service'],
  ])('%s is named in the error, and no zip is sent', async (service, name) => {
    at(service, (_req, res) => res.writeHead(500, { 'content-type': 'text/plain' }).end('inside'));
    const answer = await fixture.call('GET', row.path, { sid: fixture.createSession('user') });
    expect([answer.status, answer.text]).toEqual([503, unavailableMessage(name)]);
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is named if its process is down, and the connections to the others are closed', async () => {
    let open = 0;
    for (const service of ['art', 'support'] as const) {
      at(service, (_req, res) => {
        open += 1;
        res
          .once('close', () => (open -= 1))
          .writeHead(200, TAR)
          .write('x');
      });
    }
    await fixture.services.order.stop();
    const answer = await fixture.call('GET', row.path, { sid: fixture.createSession('user') });
    await fixture.services.order.listen();
    expect([answer.status, answer.text]).toEqual([503, unavailableMessage('The order service')]);
    await waitFor(() => expect(open).toBe(0));
  });

  it('is named if it does not send a tar', async () => {
    at('order', (_req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'));
    expect((await fixture.call('GET', row.path, { sid: fixture.createSession('user') })).status).toBe(503);
  });

  it('causes a 401 if the session ended after the gateway’s check', async () => {
    at('order', (_req, res) => res.writeHead(401, { 'content-type': 'text/plain' }).end('Not signed in'));
    const answer = await fixture.call('GET', row.path, { sid: fixture.createSession('user') });
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });
});

describe('an archive that fails in the middle', () => {
  const halves = async (): Promise<[Buffer, Buffer]> => {
    const tar = await createTar({ 'a.bin': randomBytes(MEGABYTE) });
    return [tar.subarray(0, MEGABYTE / 2), tar.subarray(MEGABYTE / 2)];
  };

  it('breaks the connection if the connection of a part breaks', async () => {
    const [half] = await halves();
    at('order', (_req, res) => res.writeHead(200, TAR).write(half, () => res.destroy()));
    await breaks();
  });

  it('breaks the connection if a part breaks before its turn', async () => {
    const [half] = await halves();
    const ends: ServiceName[] = [];
    // The current part stops sending and never ends.
    at('identity', (_req, res) =>
      res
        .once('close', () => ends.push('identity'))
        .writeHead(200, TAR)
        .write(half),
    );
    at('support', (_req, res) =>
      res
        .once('close', () => ends.push('support'))
        .writeHead(200, TAR)
        .write('x', () => res.destroy()),
    );
    const begunAt = Date.now();
    await breaks();
    expect(Date.now() - begunAt).toBeLessThan(2_000);
    await waitFor(() => expect(ends).toEqual(['support', 'identity']));
  });

  it('breaks the connection if a part ends early without an error', async () => {
    const [half] = await halves();
    at('order', (_req, res) => res.writeHead(200, TAR).end(half));
    await breaks();
  });

  it.each([
    ['what is no tar', Buffer.alloc(4096, 'x')],
    ['a file above its folder', '../../etc/passwd'],
    ['a file from the root', '/etc/passwd'],
    ['a file of another system', 'a\\..\\b'],
  ])('breaks it where a part sends %s', async (_, bad) => {
    const bytes = Buffer.isBuffer(bad) ? bad : await createTar({ [bad]: 'x' });
    at('order', (_req, res) => res.writeHead(200, TAR).end(bytes));
    await breaks();
  });

  it('closes all connections to services when the client disconnects', async () => {
    let open = 0;
    const noise = randomBytes(64 * 1024);
    for (const { service } of parts) {
      at(service, (req, res, seen) => {
        open += 1;
        res.once('close', () => (open -= 1));
        respondWithTarStream('endless.png', 8e9, () => noise)(req, res, seen);
      });
    }
    const answer = await begin();
    await once(answer, 'readable');
    expect(open).toBe(parts.length);
    answer.destroy();
    await waitFor(() => expect(open).toBe(0));
  });
});

describe('a picture of 60 MB', () => {
  const SIZE = 60 * MEGABYTE;

  it('is streamed at the speed of the client and is never buffered completely', async () => {
    const chunk = randomBytes(MEGABYTE);
    let made = 0;
    at(
      'art',
      respondWithTarStream('big.png', SIZE, () => {
        if (made === SIZE) return null;
        made += MEGABYTE;
        return chunk;
      }),
    );
    const answer = await begin();
    // While the client does not read, only buffers of sockets and pipes are filled.
    await once(answer, 'readable');
    let before = -1;
    while (before !== made) {
      before = made;
      for (let turn = 0; turn < 500; turn++) await nextTurn();
    }
    expect(made).toBeLessThan(SIZE / 2);

    let onTheWay = 0;
    const zip: Buffer[] = [];
    let bytes = 0;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      zip.push(piece);
      bytes += piece.length;
      onTheWay = Math.max(onTheWay, made - bytes);
    }
    expect(onTheWay).toBeLessThan(SIZE / 2);
    const picture = (await unzip(Buffer.concat(zip))).get('art/big.png') ?? Buffer.alloc(0);
    expect(picture.length).toBe(SIZE);
    const expected = createHash('sha256');
    for (let at = 0; at < SIZE; at += MEGABYTE) expected.update(chunk);
    expect(createHash('sha256').update(picture).digest('hex')).toBe(expected.digest('hex'));
  });
});
