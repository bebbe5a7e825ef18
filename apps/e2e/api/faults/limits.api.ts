import { randomUUID } from 'node:crypto';
import { operations, SAMPLE } from '@shop/contracts/api';
import { type Api, expect, LIMITS, test } from '../api.fixture.ts';
import { Person } from '../person.ts';
import { type Call, documentedRefusalTo, refusalTo, refused, type Refusal } from './refusal.ts';

const stranger = ({ world }: Api): Person => new Person(world.shop.url);
const untilWait = ({ retryAfter }: Refusal): Refusal => ({
  status: 429,
  sentence: `Too many attempts. Please try again in ${retryAfter} seconds.`,
  retryAfter,
});

test.describe('too many calls from one address (429)', () => {
  const nothing = { body: {} };
  const CLASSES: [limit: number, seconds: number, who: 'nobody' | 'a customer', calls: Call[]][] = [
    [
      LIMITS.signIn,
      600,
      'nobody',
      [
        ['POST', '/api/login', nothing],
        ['POST', '/api/register', nothing],
      ],
    ],
    [
      LIMITS.signIn - 1,
      600,
      'a customer',
      [
        ['POST', '/api/user/change-password', nothing],
        ['POST', '/api/user/erase', nothing],
      ],
    ],
    [
      LIMITS.reset,
      3600,
      'nobody',
      [
        ['POST', '/api/forgot-password', nothing],
        ['POST', '/api/reset-password', nothing],
      ],
    ],
    [LIMITS.upload, 600, 'nobody', [['POST', '/api/upload', { isForm: true }]]],
    [LIMITS.preview, 600, 'a customer', [['GET', `/api/uploads/${SAMPLE.unknown}/previews/modern`]]],
    [LIMITS.generate, 600, 'nobody', [['POST', '/api/generate', nothing]]],
    [LIMITS.checkout, 600, 'nobody', [['POST', '/api/checkout/shipping', nothing]]],
    [
      LIMITS.checkout,
      600,
      'a customer',
      [
        ['POST', '/api/sandbox/payments/confirm', nothing],
        ['POST', '/api/sandbox/payments/challenge', nothing],
      ],
    ],
    [
      LIMITS.orderChange,
      600,
      'nobody',
      [
        ['PATCH', `/api/orders/${SAMPLE.unknown}/items/${SAMPLE.unknown}`, nothing],
        ['PATCH', `/api/orders/${SAMPLE.unknown}/address`, nothing],
        ['POST', `/api/orders/${SAMPLE.unknown}/cancel`, nothing],
      ],
    ],
    [LIMITS.contact, 3600, 'nobody', [['POST', '/api/contact', nothing]]],
    [LIMITS.archive, 3600, 'a customer', [['GET', '/api/user/data']]],
  ];

  for (const [limit, seconds, who, calls] of CLASSES) {
    test(calls.map(([method, path]) => `${method} ${path}`).join(', '), async ({ api }) => {
      const caller = await api.world.person(who);
      const [[method, path, sending]] = calls as [Call];
      for (let time = 0; time < limit; time++)
        expect((await caller.send(method, path, sending)).status).toBeLessThan(429);
      for (const call of calls) {
        const said = await documentedRefusalTo(api, caller, call);
        expect(said).toEqual(untilWait(said));
        expect(Number(said.retryAfter)).toBeGreaterThan(seconds - 60);
        expect(Number(said.retryAfter)).toBeLessThanOrEqual(seconds);
      }
      expect((await caller.send('GET', '/api/products')).status).toBe(200);
      const neighbour = await api.world.person(who);
      expect((await neighbour.send(method, path, sending)).status).toBeLessThan(429);
    });
  }

  test('POST /api/admin/product-pictures', async ({ api }) => {
    const admin = stranger(api);
    const { adminEmail: email, adminPassword: password } = api.world.shop;
    await admin.must('POST', '/api/login', { body: { email, password } });
    const call: Call = ['POST', '/api/admin/product-pictures', { isForm: true }];
    for (let time = 0; time < LIMITS.upload; time++) expect((await admin.send(...call)).status).toBe(400);
    const said = await documentedRefusalTo(api, admin, call);
    expect(said).toEqual(untilWait(said));
  });
});

test.describe('too many attempts at one account, from wherever (429)', () => {
  const guess = (email: string): Call => ['POST', '/api/login', { body: { email, password: 'not the one' } }];

  for (const kind of ['known', 'unknown']) {
    test(`guesses at one that is ${kind}`, async ({ api }) => {
      const owner = await api.world.person('a customer');
      const email = kind === 'known' ? owner.email : `pat-${randomUUID()}@example.com`;
      for (let time = 0; time < LIMITS.accountFailures; time++)
        expect((await stranger(api).send(...guess(email))).status).toBe(401);
      for (const password of ['not the one', SAMPLE.password]) {
        const said = await documentedRefusalTo(api, stranger(api), [
          'POST',
          '/api/login',
          { body: { email, password } },
        ]);
        expect(said).toEqual(untilWait(said));
        expect(Number(said.retryAfter)).toBeGreaterThan(840);
      }
      expect((await owner.send('GET', '/api/user')).status).toBe(200);
      expect((await stranger(api).send(...guess(`pat-${randomUUID()}@example.com`))).status).toBe(401);
    });
  }

  test('guesses by somebody at an open browser', async ({ api }) => {
    const owner = await api.world.person('a customer');
    const change = (currentPassword: string): Call => [
      'POST',
      '/api/user/change-password',
      { body: { currentPassword, newPassword: 'another fine one' } },
    ];
    for (let time = 0; time < LIMITS.accountFailures; time++)
      expect((await owner.send(...change('not the one'))).status).toBe(400);
    for (const call of [
      change(SAMPLE.password),
      ['POST', '/api/user/erase', { body: { password: SAMPLE.password } }] as const,
    ]) {
      const said = await documentedRefusalTo(api, owner, call);
      expect(said).toEqual(untilWait(said));
      // Longer than the address would have to wait.
      expect(Number(said.retryAfter)).toBeGreaterThan(840);
    }
    expect((await owner.send('GET', '/api/user')).status).toBe(200);
  });

  test('links to set a new password', async ({ api }) => {
    const { email } = await api.world.person('a customer');
    const ask: Call = ['POST', '/api/forgot-password', { body: { email } }];
    for (let time = 0; time < LIMITS.accountResets; time++) expect((await stranger(api).send(...ask)).status).toBe(200);
    const said = await documentedRefusalTo(api, stranger(api), ask);
    expect(said).toEqual(untilWait(said));
    expect(
      (await stranger(api).send('POST', '/api/login', { body: { email, password: SAMPLE.password } })).status,
    ).toBe(200);
  });
});

test.describe('bodies that are none', () => {
  const changing = operations.filter(({ method }) => method !== 'GET');
  const WHO = {
    public: 'nobody',
    guest: 'a guest',
    session: 'a guest',
    user: 'a customer',
    admin: 'an admin',
    internal: 'nobody',
  } as const;
  const addressOf = (path: string): string => path.replaceAll(/:\w+/g, SAMPLE.unknown);

  test('a JSON body of more than 100 kB is refused by every call (413)', async ({ api }) => {
    const caller = stranger(api);
    for (const { method, path } of changing.filter(({ body }) => body !== 'upload')) {
      const call: Call = [method, addressOf(path), { body: { padding: 'x'.repeat(110_000) } }];
      expect([path, await refusalTo(api, caller, call)]).toEqual([path, refused(413, 'The request is too large.')]);
    }
  });

  test('one that does not say how long it is, too, as soon as it is too long', async ({ api }) => {
    const { url } = api.world.shop;
    const chunk = new TextEncoder().encode(JSON.stringify('x'.repeat(30_000)));
    const body = ReadableStream.from([chunk, chunk, chunk, chunk]);
    const answer = await fetch(new URL('/api/contact', url), {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    });
    expect([answer.status, await answer.text()]).toEqual([413, 'The request is too large.']);
  });

  test('what is not JSON is refused by every call that takes JSON (415)', async ({ api }) => {
    const { world } = api;
    const people = {
      nobody: stranger(api),
      'a guest': await world.person('a guest'),
      'a customer': await world.person('a customer'),
      'an admin': await world.person('an admin'),
    };
    for (const { method, path, access, body } of changing) {
      if (!body || body === 'upload') continue;
      // Each from somebody else's address: sign-in and reset are limited.
      const caller = access === 'public' ? stranger(api) : people[WHO[access]];
      const call: Call = [method, addressOf(path), { body: '<xml/>', headers: { 'content-type': 'application/xml' } }];
      expect([path, await refusalTo(api, caller, call)]).toEqual([path, refused(415, 'Please send this as JSON.')]);
    }
  });

  test('half a JSON body is refused (400)', async ({ api }) => {
    const answer = await fetch(new URL('/api/contact', api.world.shop.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name": "Pat',
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'The request could not be read. Please check it and try again.',
    ]);
  });
});
