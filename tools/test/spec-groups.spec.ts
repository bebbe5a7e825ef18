import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { groupSpecs, listSpecs, textOfGroup } from './spec-groups.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'shop-specs-'))));
afterEach(() => rmSync(root, { recursive: true }));

function spec(path: string, text = "it('holds', () => expect(1).toBe(1));"): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const INTEGRATION = { testMatch: ['<rootDir>/{apps,libs}/**/test/**/*.int.spec.ts'] };

describe('specs that share a context', () => {
  it('are those of one app or lib, a few to a group, each in just one', () => {
    const files = [...Array.from({ length: 17 }, (_, index) => spec(`apps/order-svc/test/part-${index}.int.spec.ts`)), spec('libs/web/ui/test/a.int.spec.ts'), spec('libs/web/kit/test/a.int.spec.ts')];
    const { together, alone } = groupSpecs(files, root);
    expect([...together.keys()].sort()).toEqual(['order-svc-1', 'order-svc-2', 'order-svc-3', 'web-kit-1', 'web-ui-1']);
    expect([...together.values()].flat().sort()).toEqual([...files].sort());
    expect(Math.max(...[...together.values()].map(({ length }) => length))).toBeLessThanOrEqual(8);
    expect(alone).toEqual([]);
  });

  it.each([
    ['replaces a module', "jest.unstable_mockModule('./x.js', () => ({}));"],
    ['chooses its surroundings', '/** @jest-environment node */'],
    ['waits before its tests are known', 'const { a } = (await import(PATH)) as { a: string };'],
  ])('are not joined by one that %s', (_, text) => {
    const file = spec('apps/order-svc/test/special.int.spec.ts', text);
    expect(groupSpecs([file], root)).toEqual({ together: new Map(), alone: [file] });
  });

  it('may wait within their tests', () => {
    const file = spec('apps/order-svc/test/usual.int.spec.ts', "it('waits', async () => {\n  const answer = await call();\n  await close();\n});");
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
    expect(listSpecs(root, INTEGRATION)).toEqual(wanted);
    expect(listSpecs(root, { ...INTEGRATION, testPathIgnorePatterns: ['/apps/a/'] })).toEqual([wanted[1]]);
  });

  it('keep their hooks to themselves: each is loaded within a describe of its own', () => {
    const text = textOfGroup([join(root, 'apps/a/test/x.int.spec.ts')], root);
    expect(text).toContain(`describe("apps/a/test/x.int.spec.ts", () => void load(${JSON.stringify(join(root, 'apps/a/test/x.int.spec.ts'))}));`);
  });
});
