import { createHash } from 'node:crypto';
import { waitFor } from '@shop/testing';
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
    const sid = fixture.createSession('user') ?? '';
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

  it('does not have the question of every page who is signed in', async () => {
    await fixture.call('GET', '/api/user', { headers: { 'x-request-id': 'anonymous-1' } });
    expect(await listDenied('anonymous-1')).toEqual([]);
  });
});
