import { refuse, watchCalls } from '../support/network.ts';
import { becomes, expect, hadSession, newPerson, test } from '../support/people.ts';

const HOUR_MS = 3_600_000;

/** As if the person went to another window and came back. */
const COME_BACK = `
  for (const state of ['hidden', 'visible']) {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }
  window.dispatchEvent(new Event('focus'));
`;

test.describe('every page', () => {
  test(
    'A 401 on reading the current user means anonymous, with no retry',
    { tag: ['@4', '@7'] },
    async ({ passerby, shop }) => {
      await hadSession(passerby, shop);
      const calls = watchCalls(passerby);
      const [answer] = await Promise.all([passerby.waitForResponse('**/api/user'), passerby.goto('/terms')]);
      expect(answer.status()).toBe(401);
      await expect(passerby.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
      await passerby.getByRole('link', { name: 'Privacy Policy' }).click();
      await expect(passerby.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
      expect(calls.names()).toEqual(['GET /api/user']);
    },
  );

  test('A browser that never had a session asks nothing: it is anonymous', { tag: '@4' }, async ({ passerby }) => {
    const calls = watchCalls(passerby);
    await passerby.goto('/terms');
    await expect(passerby.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(calls.names()).toEqual([]);
  });

  test('The current-user read is not retried', { tag: '@7' }, async ({ passerby, shop }) => {
    await hadSession(passerby, shop);
    await refuse(passerby, 'GET /api/user', 503, 'Accounts are unavailable right now.');
    const calls = watchCalls(passerby);
    await passerby.clock.install();
    await passerby.goto('/profile');
    await expect(passerby.getByRole('main').getByRole('alert')).toContainText('Accounts are unavailable right now.');
    await passerby.clock.runFor(60_000);
    expect(calls.of('GET /api/user')).toHaveLength(1);
  });

  test('The cart read is not retried', { tag: '@7' }, async ({ passerby, shop }) => {
    await becomes(passerby, await newPerson(shop));
    await refuse(passerby, 'GET /api/cart', 503, 'The cart is unavailable right now.');
    const calls = watchCalls(passerby);
    await passerby.clock.install();
    await passerby.goto('/cart');
    await expect(passerby.getByRole('main').getByRole('alert')).toContainText('The cart is unavailable right now.');
    await passerby.clock.runFor(60_000);
    expect(calls.of('GET /api/cart')).toHaveLength(1);
  });

  test(
    'The current-user and cart reads have no automatic refetch interval, no refetch on focus, never go stale',
    { tag: '@7' },
    async ({ passerby, shop }) => {
      await becomes(passerby, await newPerson(shop));
      const calls = watchCalls(passerby);
      await passerby.clock.install();
      await Promise.all([passerby.waitForResponse('**/api/cart'), passerby.goto('/terms')]);
      await passerby.clock.fastForward(HOUR_MS);
      await passerby.clock.runFor(60_000);
      await passerby.evaluate(COME_BACK);
      await passerby.getByRole('link', { name: 'Cart', exact: true }).click();
      await expect(passerby.getByText('Your cart is empty')).toBeVisible();
      expect(calls.names()).toEqual(['GET /api/user', 'GET /api/cart']);
    },
  );

  test('All calls include credentials (cookies)', { tag: '@7' }, async ({ passerby, shop }) => {
    await becomes(passerby, await newPerson(shop));
    const calls = watchCalls(passerby);
    await passerby.goto('/designs');
    await expect(passerby.getByText('No designs yet')).toBeVisible();
    for (const name of ['GET /api/user', 'GET /api/cart', 'GET /api/designs'] as const) {
      for (const call of calls.of(name)) expect((await call.allHeaders()).cookie).toMatch(/\bsid=/);
      expect(calls.of(name)).toHaveLength(1);
    }
  });

  test('A JSON content type and body are sent only when a body exists', { tag: '@7' }, async ({ passerby, shop }) => {
    await becomes(passerby, await newPerson(shop));
    const calls = watchCalls(passerby);
    await passerby.goto('/profile');
    await passerby.getByLabel('Current Password').fill('wrong horse');
    await passerby.getByLabel('New Password', { exact: true }).fill('a better horse');
    await passerby.getByLabel('Confirm New Password').fill('a better horse');
    await passerby.getByRole('button', { name: 'Change Password' }).click();
    await expect(passerby.locator('[data-toast]')).toBeVisible();
    const sent = (name: 'GET /api/user' | 'POST /api/user/change-password') =>
      calls.of(name).map((call) => [call.headers()['content-type'], call.postData() !== null]);
    expect(sent('GET /api/user')).toEqual([[undefined, false]]);
    expect(sent('POST /api/user/change-password')).toEqual([['application/json', true]]);
  });
});
