import { existsSync } from 'node:fs';

/** The headless shell opens pages in half the time of a full Chromium. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of the browser for tests and benchmarks: CHROMIUM_PATH, else an installed Chromium or Chrome, else the one of @sparticuz/chromium. */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const installed = process.env.CHROMIUM_PATH || INSTALLED.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, args: [] };
  const { default: chromium } = await import('@sparticuz/chromium');
  return { executablePath: await chromium.executablePath(), args: [] };
}
