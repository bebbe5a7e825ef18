import { existsSync } from 'node:fs';

/** The headless shell opens pages in half the time of a Chromium with windows. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a Chromium: CHROMIUM_PATH, else an installed one, else the one of the npm package. */
export async function findChromium(): Promise<string> {
  const installed = process.env.CHROMIUM_PATH || INSTALLED.find((path) => existsSync(path));
  if (installed) return installed;
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
