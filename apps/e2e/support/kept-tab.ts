import type { BrowserContext, CDPSession, Page, TestInfo } from '@playwright/test';
import { throwFaults, watchFaults } from './faults.ts';

/** Calls after which a tab never is again what it was. */
const FOR_GOOD = {
  page: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'emulateMedia',
    'setDefaultNavigationTimeout',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
  ],
  context: ['newCDPSession'],
};

/**
 * Ends what runs in the page, without the good-byes in which it would write something down: requests, timers, listeners, markup; and forgets what it keeps in the
 * browser. It then stands at an address that no test opens: from its own one a test would get no further than to another anchor.
 * Playwright's clock, which is the whole browser's from its first use on, gives timers numbers that begin at 10^12.
 */
const END = `
  const last = setTimeout(() => 0);
  if (last > 1e9) throw new Error('The clock of this browser is not its own.');
  for (let timer = last; timer > 0; timer -= 1) clearTimeout(timer);
  stop();
  document.open();
  document.close();
  const nothing = () => 0;
  Object.assign(window, { fetch: () => new Promise(nothing), setTimeout: nothing, setInterval: nothing, requestAnimationFrame: nothing, name: '' });
  XMLHttpRequest.prototype.send = nothing;
  navigator.sendBeacon = nothing;
  // What is still being worked out may want to be written down.
  Storage.prototype.setItem = nothing;
  Object.defineProperty(document, 'cookie', { get: () => '', set: nothing });
  // Chromium writes cookies by and by; to read them waits until all are written, and can be cleared.
  Object.getOwnPropertyDescriptor(Document.prototype, 'cookie').get.call(document);
  sessionStorage.clear();
  history.replaceState(null, '', '/ended');
`;

const KEPT_IN_THE_BROWSER = 'cache_storage,indexeddb,local_storage';

type Methods = Record<string, (...args: unknown[]) => unknown>;

function noteBefore(target: object, names: readonly string[], note: (...args: unknown[]) => void): void {
  const methods = target as Methods;
  for (const name of names) {
    const method = methods[name]?.bind(target);
    methods[name] = (...args) => {
      note(...args);
      return method?.(...args);
    };
  }
}

class KeptTab {
  private isWorn = false;
  private readonly listeners: [event: unknown, listener: unknown][] = [];
  private readonly size: ReturnType<Page['viewportSize']>;

  private constructor(
    readonly page: Page,
    private readonly devtools: CDPSession,
  ) {
    this.size = page.viewportSize();
    const isWorn = (): void => void (this.isWorn = true);
    noteBefore(page, FOR_GOOD.page, isWorn);
    noteBefore(page.context(), FOR_GOOD.context, isWorn);
    noteBefore(page, ['on', 'once'], (event, listener) => this.listeners.push([event, listener]));
  }

  static async open(context: BrowserContext): Promise<KeptTab> {
    const page = await context.newPage();
    return new KeptTab(page, await context.newCDPSession(page));
  }

  /** Makes it as a new one, but for the scripts that it need not read again; false where that can't be done. */
  async renew(): Promise<boolean> {
    const { page, devtools, size } = this;
    for (const [event, listener] of this.listeners.splice(0)) (page as unknown as Methods).off?.(event, listener);
    if (this.isWorn || page.isClosed() || !page.url().startsWith('http')) return false;
    const { origin } = new URL(page.url());
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(END);
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT_IN_THE_BROWSER });
    await devtools.send('Page.resetNavigationHistory');
    if (size) await page.setViewportSize(size);
    return true;
  }
}

const resting = new WeakMap<BrowserContext, KeptTab>();

/**
 * A tab of this browser for one test. Where nothing of a test lasts in it, the next one has the same tab (true), and a page comes up with half the work of a new
 * tab's: its scripts are compiled, its pictures decoded.
 */
export async function inKeptTab(
  context: BrowserContext,
  testInfo: TestInfo,
  use: (page: Page) => Promise<void>,
): Promise<boolean> {
  const tab = resting.get(context) ?? (await KeptTab.open(context));
  resting.delete(context);
  const faults = watchFaults(tab.page);
  // A script that was under way when its page was ended finds none.
  tab.page.once('framenavigated', () => void faults.splice(0));
  await use(tab.page);
  const isAsNew = testInfo.status === testInfo.expectedStatus && (await tab.renew().catch(() => false));
  if (isAsNew) resting.set(context, tab);
  else await tab.page.close();
  throwFaults(faults);
  return isAsNew;
}
