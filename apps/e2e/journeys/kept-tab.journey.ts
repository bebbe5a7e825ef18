/** A tab that tests have one after the other: what one leaves, the next one does not find. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/screens.ts';

const TRACES = `(async () => {
  const databases = (await indexedDB.databases()).filter(({ name }) => name === 'trace');
  return [localStorage.getItem('trace'), sessionStorage.getItem('trace'), window.trace ?? null, window.name, databases.length, history.length <= 2, matchMedia('(max-width: 500px)').matches];
})()`;
const NONE = [null, null, null, '', 0, true, false];

let last: Page | undefined;
let heard = 0;

const openTerms = async (page: Page): Promise<void> => {
  await page.goto('/terms');
  await expect(page.getByText(/Last updated/)).toBeVisible();
};

test.describe.serial('a kept tab', () => {
  test('is left in disorder', async ({ passerby }) => {
    last = passerby;
    passerby.on('request', () => (heard += 1));
    await passerby.route('**/terms', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Not ours</title>' }),
    );
    await passerby.goto('/products');
    await passerby.goto('/auth');
    await passerby.setViewportSize({ width: 375, height: 812 });
    await passerby.getByRole('banner').getByRole('link').first().hover();
    await passerby.context().addCookies([{ name: 'trace', value: '1', url: passerby.url() }]);
    await passerby.evaluate(`new Promise((resolve, reject) => {
      const write = () => { localStorage.setItem('trace', '1'); sessionStorage.setItem('trace', '1'); };
      write();
      addEventListener('pagehide', write);
      let leaving;
      // Put off as long as the page is not ended, however long that takes.
      setInterval(() => {
        write();
        if (location.pathname === '/ended') return;
        clearTimeout(leaving);
        leaving = setTimeout(() => location.assign('/cart'), 400);
      }, 5);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        write();
        for (let i = 0; i < 5; i += 1) document.cookie = 'trace=1'; // more than the browser gets written before the tab is asked for again
        port2.postMessage(0);
      };
      port2.postMessage(0);
      window.trace = window.name = 'trace';
      const opening = indexedDB.open('trace', 1);
      opening.onsuccess = resolve;
      opening.onerror = reject;
    })`);
  });

  test('is as new for the next test', async ({ passerby }) => {
    expect(passerby).toBe(last);
    const heardBefore = heard;
    await passerby.waitForTimeout(600); // what the page before had still in mind would have come
    expect([new URL(passerby.url()).pathname, await passerby.locator('body *').count()]).toEqual(['/ended', 0]);
    await openTerms(passerby);
    expect(await passerby.evaluate(TRACES)).toEqual(NONE);
    expect((await passerby.context().cookies()).map(({ name }) => name)).not.toContain('trace');
    expect(heard).toBe(heardBefore);
    await expect(passerby.locator('a:hover')).toHaveCount(0);
  });

  test('has its clock stopped by a test', async ({ passerby }) => {
    expect(passerby).toBe(last);
    await passerby.clock.install();
    await openTerms(passerby);
  });

  test('is another one then, in a browser whose time is its own', async ({ passerby }) => {
    expect(passerby.context()).not.toBe(last?.context());
    await openTerms(passerby);
    expect(await passerby.evaluate('setTimeout(() => 0) < 1e9')).toBe(true);
    expect(await passerby.evaluate(TRACES)).toEqual(NONE);
    await passerby.addInitScript('window.trace = 1');
    last = passerby;
  });

  test('is another one again after a test that put a script into all of its pages', async ({ passerby }) => {
    expect(passerby).not.toBe(last);
    await openTerms(passerby);
    expect(await passerby.evaluate(TRACES)).toEqual(NONE);
  });
});
