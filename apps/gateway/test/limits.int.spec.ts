import { randomBytes } from 'node:crypto';
import { eventually, testEnvironment } from '@shop/testing';
import { routes } from '../src/routes.js';
import { Door } from './door.js';
import { answerTar } from './tar.js';

const strict = {
  RATE_LIMIT_ENABLED: 'true',
  RATE_LIMIT_SIGN_IN: '3/60',
  RATE_LIMIT_RESET: '3/60',
  RATE_LIMIT_UPLOAD: '3/60',
  RATE_LIMIT_PREVIEW: '3/60',
  RATE_LIMIT_GENERATE: '3/60',
  RATE_LIMIT_CHECKOUT: '3/60',
  RATE_LIMIT_CONTACT: '3/60',
  RATE_LIMIT_ARCHIVE: '3/60',
};

async function statuses(door: Door, times: number, path: string, headers: Record<string, string> = {}): Promise<number[]> {
  const seen: number[] = [];
  for (let call = 0; call < times; call++) seen.push((await door.call('POST', path, { headers, body: '{}' })).status);
  return seen;
}

describe('rate limits', () => {
  let door: Door;
  beforeEach(async () => {
    door = await Door.open({ ...strict, TRUST_PROXY: '1' });
  });
  afterEach(() => door.close());

  it.each(routes.filter(({ limit }) => limit).map(({ method, path, limit }) => ({ method, path, limit })))('stop $method $path ($limit) after its number, and say for how long', async ({ method, path }) => {
    for (const service of ['identity', 'art', 'order', 'support'] as const) door.upstreams[service].at.set('/internal/personal-data', answerTar({}));
    const sid = door.session('admin');
    const address = path.replaceAll(/:(\w+)/g, '$1');
    const call = () => door.call(method, address, { sid, body: method === 'GET' ? undefined : '{}' });
    const began = Date.now();
    expect([(await call()).status, (await call()).status, (await call()).status]).toEqual([200, 200, 200]);
    const refused = await call();
    expect(refused.status).toBe(429);
    const [, seconds] = /^Too many attempts\. Please try again in (\d+) seconds\.$/.exec(refused.text) ?? [];
    // A minute from the first call; a busy machine has used up some of it.
    const passed = Math.ceil((Date.now() - began) / 1000);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    expect(Number(seconds)).toBeGreaterThanOrEqual(60 - passed);
    expect(refused.headers['retry-after']).toBe(seconds);
  });

  it('hold everything that tries a password in one class, and everything about a forgotten one in another', () => {
    const pathsOf = (limit: string): string[] => routes.filter((route) => route.limit === limit).map(({ path }) => path);
    expect(pathsOf('sign-in')).toEqual(expect.arrayContaining(['/api/login', '/api/register', '/api/user/change-password', '/api/user/erase']));
    expect(pathsOf('reset')).toEqual(['/api/forgot-password', '/api/reset-password']);
  });

  it('count login and registration together, and each class by itself', async () => {
    expect(await statuses(door, 2, '/api/login')).toEqual([200, 200]);
    expect(await statuses(door, 2, '/api/register')).toEqual([200, 429]);
    expect(await statuses(door, 1, '/api/contact')).toEqual([200]);
  });

  it('count each client by itself', async () => {
    expect(await statuses(door, 4, '/api/login', { 'x-forwarded-for': '6.6.6.6, 203.0.113.1' })).toEqual([200, 200, 200, 429]);
    expect(await statuses(door, 1, '/api/login', { 'x-forwarded-for': '6.6.6.6, 203.0.113.2' })).toEqual([200]);
  });

  it('cannot be dodged by naming other addresses', async () => {
    for (let call = 0; call < 3; call++) await door.call('POST', '/api/login', { headers: { 'x-forwarded-for': `1.2.3.${call}, 203.0.113.1` }, body: '{}' });
    expect(await statuses(door, 1, '/api/login', { 'x-forwarded-for': '9.9.9.9, 203.0.113.1' })).toEqual([429]);
  });

  it('never count a drawing that failed or was declined', async () => {
    for (const status of [502, 422, 503, 500]) {
      door.upstreams.art.answer = (_req, res) => res.writeHead(status, { 'content-type': 'text/plain' }).end('A sentence.');
      expect(await statuses(door, 3, '/api/generate')).toEqual([status, status, status]);
    }
    door.upstreams.art.reset();
    expect(await statuses(door, 4, '/api/generate')).toEqual([200, 200, 200, 429]);
  });
});

it('can be turned off for load tests', async () => {
  const door = await Door.open({ ...strict, RATE_LIMIT_ENABLED: 'false' });
  expect(new Set(await statuses(door, 10, '/api/login'))).toEqual(new Set([200]));
  await door.close();
});

const { redisUrl } = testEnvironment;

(redisUrl ? it : it.skip)('are counted for all gateways together, where there is Redis', async () => {
  const env = { ...strict, REDIS_URL: redisUrl ?? '', EVENTS_NAMESPACE: `test-${randomBytes(5).toString('hex')}` };
  const doors = await Promise.all([1, 2].map(() => Door.open(env)));
  for (const door of doors) await eventually(async () => expect((await door.call('GET', '/readyz')).status).toBe(200));
  const [first, second] = doors as [Door, Door];
  expect(await statuses(first, 2, '/api/login')).toEqual([200, 200]);
  expect(await statuses(second, 2, '/api/login')).toEqual([200, 429]);
  await Promise.all(doors.map((door) => door.close()));
});
