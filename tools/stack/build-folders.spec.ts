import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { refusalOf } from './test/refusal-of.ts';
import { permissionsCount } from './test/ordinary-account.ts';

let root: string;
const at = (path: string): string => join(root, path);
function write(path: string, text = ''): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shop-build-folders-'));
  for (const path of ['apps/art-svc', 'libs/contracts']) write(`${path}/package.json`, '{"scripts":{"build":"swc"}}');
  for (const path of ['.nx/built.json', '.nx/cache/run.json', 'apps/art-svc/dist/art/main.js', 'apps/e2e/package.json'])
    write(path, '{}');
  everything(0o777, 0o666);
});
afterEach(() => {
  everything(0o777, 0o666);
  rmSync(root, { recursive: true });
});

const FOLDERS = [
  '.',
  '.nx',
  '.nx/cache',
  'apps/art-svc',
  'apps/art-svc/dist',
  'apps/art-svc/dist/art',
  'libs/contracts',
  'apps/e2e',
];
const FILES = ['.nx/built.json', '.nx/cache/run.json', 'apps/art-svc/dist/art/main.js'];
function everything(folders: number, files: number): void {
  for (const path of FOLDERS) chmodSync(at(path), folders);
  for (const path of FILES) chmodSync(at(path), files);
}

/** What a start says in which a build is due, or is not. */
const said = (isDue = true): string =>
  refusalOf('build-folders.ts', `refuseUnwritableBuild(${JSON.stringify(root)}, () => ${isDue})`);

(permissionsCount() ? describe : describe.skip)('a build by who may not write', () => {
  it.each([
    '.nx',
    '.nx/cache',
    'apps/art-svc/dist',
    'apps/art-svc/dist/art',
    'libs/contracts',
    '.nx/built.json',
    'apps/art-svc/dist/art/main.js',
  ])(
    'to %s is refused in a sentence',
    (path) => {
      const owner = process.getuid?.();
      chmodSync(at(path), 0o555);
      expect(said()).toBe(
        `What has changed can't be built: no permission to write to ${at(path)}. It belongs to user number ${owner}. Make the project's folder yours (chown), or use a copy of it that is.`,
      );
    },
    30_000,
  );

  it('to nothing that it writes is let through, and so is a start in which nothing has to be built', () => {
    chmodSync(at('apps/e2e'), 0o555);
    expect(said()).toBe('');
    everything(0o555, 0o444);
    expect(said(false)).toBe('');
  }, 30_000);
});
