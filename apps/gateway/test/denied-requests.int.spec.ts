import { createHash, randomUUID } from 'node:crypto';
import { waitFor } from '@shop/testing';
import { UnsecuredJWT } from 'jose';
import { pino } from 'pino';
import { GatewayFixture } from './gateway.fixture.js';

interface LogLine {
  msg: string;
  [field: string]: unknown;
}

let fixture: GatewayFixture;
const lines: LogLine[] = [];
beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as LogLine) });
  fixture = await GatewayFixture.start({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_CONTACT: '1/60' }, Date.now, logger);
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.reset();
  lines.length = 0;
});

/** The lines about denied requests, once the request with this id is logged. */
async function listDenied(requestId: string): Promise<LogLine[]> {
  await waitFor(() => expect(lines.some((line) => line.requestId === requestId)).toBe(true));
  return lines.filter(({ msg }) => msg === 'denied');
}

describe('the log of denied requests', () => {
  it('names the reason, the network and the session of a user at an admin’s call', async () => {
    const userId = randomUUID();
    const token = new UnsecuredJWT({ userId }).encode();
    const sid = fixture.createSession('user', { token }) ?? '';
    await fixture.call('GET', '/api/admin/orders', { sid, headers: { 'x-request-id': 'denied-1' } });
    const [denied, ...others] = await listDenied('denied-1');
    expect(others).toEqual([]);
    expect(denied).toMatchObject({
      level: 40,
      requestId: 'denied-1',
      method: 'GET',
      route: '/api/admin/orders',
      status: 403,
      code: 'ADMIN_REQUIRED',
      network: '127.0.0.0/24',
      user: userId,
      session: createHash('sha256').update(sid).digest('hex').slice(0, 16),
    });
    expect(JSON.stringify(lines)).not.toContain(sid);
  });

  it('has requests from other sites, too many requests and answers of services', async () => {
    const id = (name: string) => ({ headers: { 'x-request-id': name }, body: '{}' });
    await fixture.call('POST', '/api/cart', { ...id('foreign-1'), headers: { origin: 'https://evil.test' } });
    await fixture.call('POST', '/api/contact', id('contact-1'));
    await fixture.call('POST', '/api/contact', id('contact-2'));
    fixture.services.order.handler = (_req, res) => res.writeHead(403, { 'content-type': 'text/plain' }).end('no');
    await fixture.call('GET', '/api/orders', { sid: fixture.createSession('user'), ...id('service-1') });
    expect((await listDenied('service-1')).map(({ status, code }) => [status, code])).toEqual([
      [403, 'ORIGIN_FOREIGN'],
      [429, 'ATTEMPTS_TOO_MANY'],
      [403, undefined],
    ]);
  });

  it('names who asked for an object that is unknown or another customer’s', async () => {
    fixture.services.order.handler = (_req, res) => res.writeHead(404, { 'content-type': 'text/plain' }).end('no');
    const [userId, orderId] = [randomUUID(), randomUUID()];
    const token = new UnsecuredJWT({ userId, email: 'pat@example.com' }).encode();
    const sid = fixture.createSession('user', { token }) ?? '';
    const path = `/api/orders/${orderId}/live`;
    await fixture.call('GET', `${path}?key=secret`, { sid, headers: { 'x-request-id': 'object-1' } });
    const [denied] = await listDenied('object-1');
    expect(denied).toMatchObject({ status: 404, route: '/api/orders/:orderId/live', path, user: userId });
    for (const secret of ['secret', 'pat@example.com', sid]) expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('is as exact about what a service refuses, whose code clients read in problem documents only', async () => {
    fixture.services.art.handler = (_req, res) =>
      res.writeHead(400, { 'content-type': 'text/plain', 'x-error-code': 'PHOTO_UNKNOWN' }).end('no');
    const userId = randomUUID();
    const sid = fixture.createSession('user', { token: new UnsecuredJWT({ userId }).encode() });
    const headers = { 'x-request-id': 'refused-1' };
    const answer = await fixture.call('POST', '/api/generate', { sid, headers, body: '{}' });
    expect([answer.status, answer.headers['x-error-code']]).toEqual([400, undefined]);
    expect(await listDenied('refused-1')).toEqual([]);
    expect(lines.find(({ requestId }) => requestId === 'refused-1')).toMatchObject({
      ...{ level: 30, msg: 'answered', status: 400, code: 'PHOTO_UNKNOWN' },
      ...{ route: '/api/generate', network: '127.0.0.0/24', user: userId },
    });
  });

  it('does not have the secret in the path of a webhook', async () => {
    fixture.services.order.handler = (_req, res) => res.writeHead(403, { 'content-type': 'text/plain' }).end('no');
    await fixture.call('POST', '/api/webhooks/printful/hush', { headers: { 'x-request-id': 'webhook-1' }, body: '{}' });
    const [denied] = await listDenied('webhook-1');
    expect(denied).toMatchObject({ status: 403, route: '/api/webhooks/printful/:secret' });
    expect(JSON.stringify(lines)).not.toContain('hush');
  });

  it('does not have the question of every page who is signed in', async () => {
    await fixture.call('GET', '/api/user', { headers: { 'x-request-id': 'anonymous-1' } });
    expect(await listDenied('anonymous-1')).toEqual([]);
    expect(lines.at(-1)).not.toHaveProperty('network');
  });
});

describe('the warning about a proxy that is not trusted', () => {
  const warnings = () => lines.filter(({ msg }) => msg.includes('TRUST_PROXY'));
  const start = (TRUST_PROXY: string) =>
    GatewayFixture.start(
      { TRUST_PROXY },
      Date.now,
      pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line) as LogLine) }),
    );

  it.each([
    ['once, with what to set', '0', { 'x-forwarded-for': '198.51.100.1' }, 1],
    ['not about a trusted proxy', 'loopback', { 'x-forwarded-for': '198.51.100.1' }, 0],
    ['not without a proxy', '0', {}, 0],
  ])('comes %s', async (_, trusted, headers, expected) => {
    const gateway = await start(trusted);
    for (let call = 0; call < 2; call++) await gateway.call('GET', '/api/products', { headers });
    await gateway.close();
    expect(warnings()).toHaveLength(expected);
  });
});
