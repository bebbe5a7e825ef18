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
  test('A 401 on reading the current user means anonymous, with no retry', { tag: ['@4', '@7'] }, async ({ visitor, shop }) => {
    await hadSession(visitor, shop);
    const calls = watchCalls(visitor);
    const [answer] = await Promise.all([visitor.waitForResponse('**/api/user'), visitor.goto('/terms')]);
    expect(answer.status()).toBe(401);
    await expect(visitor.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await visitor.getByRole('link', { name: 'Privacy Policy' }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
    expect(calls.names()).toEqual(['GET /api/user']);
  });

  test('A browser that never had a session asks nothing: it is anonymous', { tag: '@4' }, async ({ visitor }) => {
    const calls = watchCalls(visitor);
    await visitor.goto('/terms');
    await expect(visitor.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(calls.names()).toEqual([]);
  });

  test('The current-user read is not retried', { tag: '@7' }, async ({ visitor, shop }) => {
    await hadSession(visitor, shop);
    await refuse(visitor, 'GET /api/user', 503, 'Accounts are unavailable right now.');
    const calls = watchCalls(visitor);
    await visitor.clock.install();
    await visitor.goto('/profile');
    await expect(visitor.getByRole('main').getByRole('alert')).toContainText('Accounts are unavailable right now.');
    await visitor.clock.runFor(60_000);
    expect(calls.of('GET /api/user')).toHaveLength(1);
  });

  test('The cart read is not retried', { tag: '@7' }, async ({ visitor, shop }) => {
    await becomes(visitor, await newPerson(shop));
    await refuse(visitor, 'GET /api/cart', 503, 'The cart is unavailable right now.');
    const calls = watchCalls(visitor);
    await visitor.clock.install();
    await visitor.goto('/cart');
    await expect(visitor.getByRole('main').getByRole('alert')).toContainText('The cart is unavailable right now.');
    await visitor.clock.runFor(60_000);
    expect(calls.of('GET /api/cart')).toHaveLength(1);
  });

  test('The current-user and cart reads have no automatic refetch interval, no refetch on focus, never go stale', { tag: '@7' }, async ({ visitor, shop }) => {
    await becomes(visitor, await newPerson(shop));
    const calls = watchCalls(visitor);
    await visitor.clock.install();
    await Promise.all([visitor.waitForResponse('**/api/cart'), visitor.goto('/terms')]);
    await visitor.clock.fastForward(HOUR_MS);
    await visitor.clock.runFor(60_000);
    await visitor.evaluate(COME_BACK);
    await visitor.getByRole('link', { name: 'Cart', exact: true }).click();
    await expect(visitor.getByText('Your cart is empty')).toBeVisible();
    expect(calls.names()).toEqual(['GET /api/user', 'GET /api/cart']);
  });

  test('All calls include credentials (cookies)', { tag: '@7' }, async ({ visitor, shop }) => {
    await becomes(visitor, await newPerson(shop));
    const calls = watchCalls(visitor);
    await visitor.goto('/designs');
    await expect(visitor.getByText('No designs yet')).toBeVisible();
    for (const name of ['GET /api/user', 'GET /api/cart', 'GET /api/designs'] as const) {
      for (const call of calls.of(name)) expect((await call.allHeaders()).cookie).toMatch(/\bsid=/);
      expect(calls.of(name)).toHaveLength(1);
    }
  });

  test('A JSON content type and body are sent only when a body exists', { tag: '@7' }, async ({ visitor, shop }) => {
    await becomes(visitor, await newPerson(shop));
    const calls = watchCalls(visitor);
    await visitor.goto('/profile');
    await visitor.getByLabel('Current Password').fill('wrong horse');
    await visitor.getByLabel('New Password', { exact: true }).fill('a better horse');
    await visitor.getByLabel('Confirm New Password').fill('a better horse');
    await visitor.getByRole('button', { name: 'Change Password' }).click();
    await expect(visitor.locator('[data-toast]')).toBeVisible();
    const sent = (name: 'GET /api/user' | 'POST /api/user/change-password') => calls.of(name).map((call) => [call.headers()['content-type'], call.postData() !== null]);
    expect(sent('GET /api/user')).toEqual([[undefined, false]]);
    expect(sent('POST /api/user/change-password')).toEqual([['application/json', true]]);
  });
});
