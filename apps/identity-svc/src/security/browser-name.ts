import Bowser from 'bowser';

/** Longer than any real one; bounds the parser's work. */
const MAX_LENGTH = 512;

/** The parser returns names from the text itself, which any client may write, if it knows none. */
const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP));

const APPLE_DEVICES: Readonly<Record<string, string>> = { mobile: 'iPhone', tablet: 'iPad' };

/** A browser in words, such as "Chrome on Windows", without versions. Null if it is not known. */
export function describeBrowser(userAgent: unknown): string | null {
  if (typeof userAgent !== 'string' || userAgent === '') return null;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  const name = browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : null;
  const system = os.name !== undefined && SYSTEMS.has(os.name) ? os.name : null;
  const device = (system === 'iOS' && APPLE_DEVICES[platform.type ?? '']) || system;
  if (name === null) return device === null ? null : `A browser on ${device}`;
  return device === null ? name : `${name} on ${device}`;
}
