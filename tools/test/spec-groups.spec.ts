import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { asPattern } from './as-pattern.ts';
import { groupSpecs, listSpecs, textOfGroup } from './spec-groups.ts';
import { ROOT } from './steps.ts';

interface Ring {
  displayName: string;
  testMatch: string[];
  testPathIgnorePatterns?: string[];
  setupFilesAfterEnv?: string[];
}

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'shop-specs-'))));
afterEach(() => rmSync(root, { recursive: true }));

function spec(path: string, text = "it('holds', () => expect(1).toBe(1));"): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const integration = (folder = root) => ({ testMatch: [`${asPattern(folder)}/{apps,libs}/**/test/**/*.int.spec.ts`] });

describe('specs that share a context', () => {
  it('are those of one app or lib, a few to a group, each in just one', () => {
    const files = [
      ...Array.from({ length: 33 }, (_, index) => spec(`apps/order-svc/test/part-${index}.int.spec.ts`)),
      spec('libs/web/ui/test/a.int.spec.ts'),
      spec('libs/web/kit/test/a.int.spec.ts'),
    ];
    const { together, alone } = groupSpecs(files, root);
    expect([...together.keys()].sort()).toEqual(['order-svc-1', 'order-svc-2', 'order-svc-3', 'web-kit-1', 'web-ui-1']);
    expect([...together.values()].flat().sort()).toEqual([...files].sort());
    expect(Math.max(...[...together.values()].map(({ length }) => length))).toBeLessThanOrEqual(16);
    expect(alone).toEqual([]);
  });

  it.each([
    ['replaces a module', "jest.unstable_mockModule('./x.js', () => ({}));"],
    ['chooses its surroundings', '/** @jest-environment node */'],
    ['counts its limit out', 'jest.setTimeout(2 * PATIENCE_MS);'],
    ['waits before its tests are known', 'const { a } = (await import(PATH)) as { a: string };'],
    ['asks first whether its tests can run', "const isMet = process.env.CI === 'true' || (await answers());"],
  ])('are not joined by one that %s', (_, text) => {
    const file = spec('apps/order-svc/test/special.int.spec.ts', text);
    expect(groupSpecs([file], root)).toEqual({ together: new Map(), alone: [file] });
  });

  it('that ask for a limit leave that of the others as it is', () => {
    const usual = spec('apps/a/test/usual.int.spec.ts');
    const limited = Array.from({ length: 5 }, (_, index) =>
      spec(`apps/a/test/limited-${index}.int.spec.ts`, 'jest.setTimeout(60_000);'),
    );
    const { together } = groupSpecs([usual, ...limited], root);
    expect([...together.keys()].sort()).toEqual(['a-1', 'a-limited-1', 'a-limited-2']);
    expect(together.get('a-1')).toEqual([usual]);
  });

  it('may wait within their tests', () => {
    const file = spec(
      'apps/order-svc/test/usual.int.spec.ts',
      "it('waits', async () => {\n  const answer = await call();\n  await close();\n});\nconst close = async () => void (await call());",
    );
    expect(groupSpecs([file], root).alone).toEqual([]);
  });

  it('are not joined by the longest, which would hold the others up', () => {
    const file = spec('apps/order-svc/test/money-proof.int.spec.ts');
    expect(groupSpecs([file], root).alone).toEqual([file]);
  });

  it('are all that the project names, and none of what it leaves out', () => {
    const wanted = [spec('apps/a/test/x.int.spec.ts'), spec('libs/b/test/deep/y.int.spec.ts')];
    spec('apps/a/node_modules/c/test/z.int.spec.ts');
    spec('apps/a/dist/test/z.int.spec.ts');
    spec('apps/a/src/z.spec.ts');
    expect(listSpecs(integration())).toEqual(wanted);
    expect(listSpecs({ ...integration(), testPathIgnorePatterns: ['/apps/a/'] })).toEqual([wanted[1]]);
  });

  it('are found whatever the folder of the workspace is called', () => {
    const name = 'shop (copy) [1] {a,b} * +x @home!';
    const file = spec(`${name}/apps/a/test/x.int.spec.ts`);
    expect(listSpecs(integration(join(root, name)))).toEqual([file]);
  });

  it('keep their hooks to themselves: each is loaded within a describe of its own', () => {
    const file = spec('apps/a/test/x.int.spec.ts');
    const text = textOfGroup([file], root);
    expect(text).toContain(`describe("apps/a/test/x.int.spec.ts", () => void load(${JSON.stringify(file)}));`);
    expect(text).not.toContain('setTimeout');
  });

  it('may each take as long as the slowest asks for, whoever is loaded last', () => {
    const files = [
      spec('libs/a/src/x.spec.ts', 'jest.setTimeout(30_000);'),
      spec('libs/a/src/y.spec.ts', 'jest.setTimeout(120_000);'),
      spec('libs/a/src/z.spec.ts', 'jest.setTimeout(90000);'),
      spec('libs/a/src/none.spec.ts'),
    ];
    expect(textOfGroup(files, root)).toMatch(/load\(.*none\.spec\.ts"\)\);\n.*\njest\.setTimeout\(120000\);\n$/);
  });
});

describe('the specs of this workspace', () => {
  let rings: Ring[];
  beforeAll(async () => {
    ({
      default: { projects: rings },
    } = (await import(join(ROOT, 'jest.config.mjs'))) as { default: { projects: Ring[] } });
  });

  it('are the same in the whole run as where Jest looks for them, each in one group or alone', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--experimental-vm-modules', join(ROOT, 'node_modules/jest/bin/jest.js'), '--listTests', '--json'],
      { cwd: ROOT },
    );
    const run = rings.flatMap((ring) => {
      const { together, alone } = groupSpecs(listSpecs(ring), ROOT);
      return [...[...together.values()].flat(), ...alone];
    });
    expect(run.sort()).toEqual((JSON.parse(stdout) as string[]).sort());
  }, 60_000);

  it('ask for no limit where their ring gives them one: a shorter one would be that of their whole group', () => {
    const given = rings.filter(({ setupFilesAfterEnv = [] }) => setupFilesAfterEnv.length > 0);
    expect(given.map(({ displayName }) => displayName)).toEqual(['integration', 'web']);
    expect(given.flatMap(listSpecs).filter((file) => readFileSync(file, 'utf8').includes('jest.setTimeout'))).toEqual(
      [],
    );
  });
});
