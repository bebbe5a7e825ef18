import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../browser.ts';

/** As Lighthouse takes a phone for; it slows the page's own thread, not the browser's decoders. */
export const PHONE_SLOWDOWN = 4;

export const spellSlowdown = (slowdown: number): string =>
  slowdown === 1 ? 'this machine' : `as on a phone (${slowdown}× slower)`;

export async function withBrowser<Answer>(work: (browser: Browser) => Promise<Answer>): Promise<Answer> {
  const { executablePath, args } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...args],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A window as wide as a phone's, as slow as asked for. */
export async function openPhone(browser: Browser, slowdown: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Of sorted figures: the one below which this share of them lies, 0..1. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
