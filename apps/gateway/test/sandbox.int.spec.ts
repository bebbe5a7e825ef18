import { FakeService } from './fake-service.js';
import { GatewayFixture } from './gateway.fixture.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CONFIRM = '/sandbox/v1/payment_intents/pi_1/confirm';
const AUTHENTICATE = '/sandbox/v1/payment_intents/pi_1/authenticate';

let sandbox: FakeService;
let shop: GatewayFixture;
beforeAll(async () => {
  sandbox = await FakeService.start();
  shop = await GatewayFixture.start({
    SANDBOX_URL: sandbox.url,
    RATE_LIMIT_ENABLED: 'true',
    RATE_LIMIT_CHECKOUT: '2/60',
  });
});
afterAll(async () => {
  await shop.close();
  await sandbox.stop();
});
beforeEach(() => sandbox.reset());

describe('the sandbox behind the gateway', () => {
  it('answers what the payment page calls, without session and identity', async () => {
    const sid = shop.createSession('user') ?? '';
    const body = 'key=pk_test_1&client_secret=pi_1_secret_2';
    for (const path of [
      '/sandbox/stripe.js',
      '/sandbox/card-input.rules.js',
      '/sandbox/v1/payment_intents/pi_1?key=pk',
    ])
      expect([path, (await shop.call('GET', path, { sid })).status]).toEqual([path, 200]);
    expect((await shop.call('POST', CONFIRM, { sid, headers: FORM, body })).status).toBe(200);
    expect(sandbox.requests.at(-1)).toMatchObject({ method: 'POST', url: CONFIRM, body });
    for (const { headers } of sandbox.requests) expect(Object.keys(headers)).not.toContain('x-identity');
    expect(sandbox.requests.filter(({ headers }) => headers.cookie)).toEqual([]);
  });

  it('passes Stripe’s errors on', async () => {
    const error = JSON.stringify({ error: { type: 'card_error', message: 'Your card was declined.' } });
    sandbox.handler = (_req, res) => res.writeHead(402, { 'content-type': 'application/json' }).end(error);
    expect(await shop.call('POST', AUTHENTICATE, { headers: FORM, body: 'outcome=fail' })).toMatchObject({
      status: 402,
      text: error,
    });
  });

  it('is not reachable by its other addresses', async () => {
    for (const path of ['/sandbox/control/disputes', '/sandbox/control', '/sandbox/v1/refunds', '/v1/refunds'])
      for (const method of ['GET', 'POST'])
        expect([method, path, (await shop.call(method, path)).status]).toEqual([method, path, 404]);
    expect(sandbox.requests).toEqual([]);
  });

  it('refuses calls of other sites, and too many payments of one client', async () => {
    const foreign = await shop.call('POST', CONFIRM, { headers: { ...FORM, origin: 'https://other.test' } });
    expect(foreign.status).toBe(403);
    const calls = [];
    for (let count = 0; count < 3; count += 1) calls.push(await shop.call('POST', CONFIRM, { headers: FORM }));
    expect(calls.at(-1)?.status).toBe(429);
  });

  it('is named when it is down', async () => {
    await sandbox.stop();
    const answer = await shop.call('GET', '/sandbox/stripe.js');
    expect(answer).toMatchObject({ status: 503 });
    expect(answer.text).toMatch(/^The payment sandbox is unavailable/);
    await sandbox.listen();
  });
});

it('without an address of the sandbox there is none', async () => {
  const without = await GatewayFixture.start();
  expect((await without.call('GET', '/sandbox/stripe.js')).status).toBe(404);
  await without.close();
});
