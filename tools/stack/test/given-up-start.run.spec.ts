import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhatChanged } from '../build.ts';
import { quietReporter } from '../reporter.ts';
import { PROJECT_ROOT } from '../settings.ts';
import { eventually } from './eventually.ts';
import { ShopFolder } from './shop-folder.ts';
import { type Program, runStack } from './shop-process.ts';

const GONE_WITHIN_MS = 10_000;
const SOURCE = join(PROJECT_ROOT, 'apps/support-svc/src/main.ts');
/** Its content belongs to who runs this: a build is due as soon as it is saved, and ends with what was there before. */
const { atime, mtime } = statSync(SOURCE);
let folder: ShopFolder;
let shop: Program | undefined;

beforeAll(async () => {
  folder = await ShopFolder.make();
  await buildWhatChanged({ logFolder: folder.parts.logs, reporter: quietReporter, withWebApps: true });
}, 300_000);

afterEach(() => utimesSync(SOURCE, atime, mtime));

afterAll(() => folder.clear(shop), 60_000);

/** What runs, of the programs whose command holds the text. */
const running = (text: string): string[] => folder.processes().filter((line) => line.includes(text));

async function giveUp(when: () => boolean, name: NodeJS.Signals): Promise<void> {
  const started = (shop = runStack('start', folder, { env: { EMBEDDED: 'true' } }));
  await eventually('the moment to stop', when);
  const askedAt = Date.now();
  started.signalGroup(name);
  const { how, said } = await started.ended;
  expect(Date.now() - askedAt).toBeLessThan(GONE_WITHIN_MS);
  await folder.deserted(1000); // as it says; the shell that kept PostgreSQL may be on its last line
  expect([how, said.trimEnd().split('\n').at(-1)]).toEqual([130, 'The start was given up; nothing is left running.']);
  expect(folder.traces).toEqual([]);
}

describe('a start that is given up', () => {
  it('while it makes the database leaves none half made', async () => {
    await giveUp(() => running('initdb').length > 0, 'SIGTERM');
    expect(readdirSync(folder.root).filter((name) => name.startsWith('postgres'))).toEqual([]);
  }, 60_000);

  it('while it builds ends nx, and what nx started', async () => {
    utimesSync(SOURCE, new Date(), new Date());
    await giveUp(() => running('run-many').length > 0, 'SIGINT');
  }, 60_000);

  it('while the services start ends those', () => giveUp(() => running('dist/main.js').length > 0, 'SIGTERM'), 60_000);
});
