import { existsSync } from 'node:fs';

/** In order of preference: the headless shell opens pages twice as fast as a complete Chromium. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of Chromium: CHROMIUM_PATH, an installed one, or the one of the npm package. */
export async function findChromium(): Promise<string> {
  const installed = process.env.CHROMIUM_PATH || INSTALLED.find((path) => existsSync(path));
  if (installed) return installed;
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
