import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildWhatChanged, fingerprint } from './build.ts';
import { quietReporter } from './reporter.ts';

let root: string;

function write(path: string, text = path): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shop-build-'));
  for (const path of [
    'nx.json',
    'libs/messaging/src/index.ts',
    'apps/art-svc/src/main.ts',
    'apps/art-svc/dist/main.js',
    'apps/gateway/dist/main.js',
    'tools/federation/index.ts',
  ])
    write(path);
});
afterEach(() => rmSync(root, { recursive: true }));

const CHANGES: Record<string, () => void> = {
  'a source of a lib': () => write('libs/messaging/src/index.ts', 'another'),
  'a source of the same length': () => utimesSync(join(root, 'apps/art-svc/src/main.ts'), 1, 1),
  'a new source': () => write('apps/art-svc/src/new.ts'),
  'the preset of the web apps': () => write('tools/federation/index.ts', 'another'),
  'a setting of all builds': () => write('nx.json', '{}'),
  'a built file that is gone': () => rmSync(join(root, 'apps/art-svc/dist/main.js')),
  'a built app that is gone': () => rmSync(join(root, 'apps/gateway/dist'), { recursive: true }),
};
const NO_CHANGES = [
  'libs/messaging/src/index.spec.ts',
  'apps/art-svc/README.md',
  'apps/art-svc/test/art.int.spec.ts',
  'apps/art-svc/node_modules/x/index.js',
  'docs/art.md',
];

describe('what a build is made of', () => {
  it.each(Object.keys(CHANGES))('is another with %s', (name) => {
    const before = fingerprint(root);
    CHANGES[name]?.();
    expect(fingerprint(root)).not.toBe(before);
  });

  it.each(NO_CHANGES)('is the same with another %s', (path) => {
    const before = fingerprint(root);
    write(path);
    expect(fingerprint(root)).toBe(before);
  });
});

describe('a build', () => {
  /** Stands for nx: builds a file, and runs what the test wants to happen meanwhile. */
  const nxThat = (does: string): void => {
    write('node_modules/nx/package.json', '{"bin":{"nx":"nx.js"}}');
    write(
      'node_modules/nx/nx.js',
      `const { appendFileSync, writeFileSync } = require('node:fs'); appendFileSync('builds', '.'); writeFileSync('apps/art-svc/dist/main.js', 'new'); ${does}`,
    );
  };
  const build = (): Promise<void> =>
    buildWhatChanged({ root, logFolder: root, reporter: quietReporter, withWebApps: true });
  const builds = (): number => readFileSync(join(root, 'builds'), 'utf8').length;

  it('is not done again while nothing changes', async () => {
    nxThat('');
    await build();
    await build();
    expect(builds()).toBe(1);
  });

  it('that can not be noted is refused in a sentence', async () => {
    nxThat('');
    mkdirSync(join(root, '.nx/built.json'), { recursive: true });
    await expect(build()).rejects.toThrow(/^What was built can't be noted in .*built\.json: .*EISDIR/);
  });

  it('is done again for a source that was saved while it was under way', async () => {
    nxThat(
      `if (!require('node:fs').existsSync('apps/art-svc/src/new.ts')) writeFileSync('apps/art-svc/src/new.ts', '')`,
    );
    await build();
    await build();
    expect(builds()).toBe(2);
    await build();
    expect(builds()).toBe(2);
  });
});
