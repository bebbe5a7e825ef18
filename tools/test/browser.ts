import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Browser {
  executablePath: string;
  /** Flags that this browser needs beside the usual ones. */
  args: string[];
  /** Which one it is, in a few words. */
  name: string;
}

/** Without a window of its own Chromium opens pages in half the time. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const NPM_PACKAGE = '@sparticuz/chromium';

/** Where browsers are looked for. */
interface Places {
  /** If set, no other is taken. */
  named: string | undefined;
  installed: readonly string[];
  /** Resolves with the path of the one that comes with npm. */
  unpack: () => Promise<string>;
}

/** CHROMIUM_PATH, else an installed Chromium or Chrome that runs, else the one of the npm package. Throws a sentence where none of them does. */
export async function findBrowser({
  named = process.env.CHROMIUM_PATH,
  installed = INSTALLED,
  unpack = fromNpm,
}: Partial<Places> = {}): Promise<Browser> {
  const failures: string[] = [];
  const paths = named ? [named] : installed.filter((path) => existsSync(path));
  const candidates = paths.map((path) => ({ label: path, locate: () => Promise.resolve(path) }));
  if (!named) candidates.push({ label: NPM_PACKAGE, locate: unpack });
  for (const { label, locate } of candidates) {
    try {
      const executablePath = await locate();
      return { executablePath, args: [], name: `${await versionOf(executablePath)} (${executablePath})` };
    } catch (error) {
      failures.push(`${label}: ${lastLine(error)}`);
    }
  }
  throw new Error(
    `No browser runs here. Install one (Debian: apt-get install chromium) or name one in CHROMIUM_PATH. Tried:\n  ${failures.join('\n  ')}`,
  );
}

/** Unpacks the browser of the npm package, once a user: the package asks the system for its temporary folder. */
async function fromNpm(): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = join(tmpdir(), `shop-browser-${process.getuid?.() ?? 'user'}`);
  try {
    mkdirSync(process.env.TMPDIR, { recursive: true, mode: 0o755 });
    return await chromium.executablePath();
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
}

async function versionOf(executablePath: string): Promise<string> {
  const { stdout } = await promisify(execFile)(executablePath, ['--version', '--no-sandbox'], { timeout: 30_000 });
  return stdout.trim() || 'Chromium';
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  return (stderr?.trim() || message || String(error)).split('\n').at(-1) ?? '';
}
