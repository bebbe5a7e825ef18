/** Rules that need types are silent on a file whose tsconfig is not found: planted faults prove that they speak. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { STEPS } from './test/steps.ts';

const ROOT = join(import.meta.dirname, '..');
const CONFIGURATION = [
  '.oxlintrc.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
];

const GIVEN = "import { readFile } from 'node:fs/promises';\ndeclare const anything: { field: string };\n";
const FAULTS = {
  'a promise nobody waits for': ['no-floating-promises', "readFile('x');"],
  'a promise where a truth is asked for': ['no-misused-promises', "if (readFile('x')) process.exit();"],
  'a case that a switch forgot': [
    'switch-exhaustiveness-check',
    "declare const kind: 'one' | 'other';\nswitch (kind) {\n  case 'one':\n    process.exit();\n}",
  ],
  'a value of unknown kind taken for a text': [
    'no-unsafe-assignment',
    "const text: string = JSON.parse('1');\nprocess.stdout.write(text);",
  ],
  'an object in a sentence': ['restrict-template-expressions', 'process.stdout.write(`${anything}`);'],
  'something thrown that is no error': ['only-throw-error', 'throw anything;'],
} as const;

const RIGHT = "await readFile('x');\nprocess.stdout.write(anything.field);";
const PLACES = [
  'apps/art-svc/src',
  'apps/shell-web/src',
  'libs/contracts/src',
  'libs/web/kit/src',
  'apps/e2e',
  'tools',
];

/** A project that is configured as this one is, with these files in it; what the linter complains of, by file. */
function complaints(files: Record<string, string>): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-lint-'));
  try {
    for (const name of CONFIGURATION) copyFileSync(join(ROOT, name), join(folder, name));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${GIVEN}${source}\nexport {};\n`);
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [...(STEPS.find(({ name }) => name === 'lint by types')?.args ?? []), '--format=json'],
      { cwd: folder, encoding: 'utf8' },
    );
    if (!stdout.startsWith('{')) throw new Error(`${stdout}${stderr}`);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    return Object.fromEntries(
      Object.keys(files).map((path) => [
        path,
        diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('lint by types', () => {
  const planted = PLACES.flatMap((place) =>
    Object.entries(FAULTS).map(([name, [rule, source]]) => ({ name, rule, source, path: `${place}/${rule}.ts` })),
  );
  const inSpecs = PLACES.map((place) => `${place}/x.spec.ts`);
  let found: Record<string, string[]> = {};
  beforeAll(() => {
    const files = [
      ...planted.map(({ path, source }) => [path, source]),
      ...PLACES.map((place) => [`${place}/right.ts`, RIGHT]),
      ...inSpecs.map((path) => [path, FAULTS['a value of unknown kind taken for a text'][1]]),
    ];
    found = complaints(Object.fromEntries(files) as Record<string, string>);
  }, 60_000);

  it.each(planted.filter(({ path, rule }) => !(path.startsWith('apps/e2e') && rule === 'no-unsafe-assignment')))(
    'finds $name in $path',
    ({ path, rule }) => {
      expect(found[path]).toContain(`typescript(${rule})`);
    },
  );

  it.each(PLACES)('has nothing against what is right, in %s', (place) => {
    expect(found[`${place}/right.ts`]).toEqual([]);
  });

  it.each(inSpecs)('lets tests hold values of unknown kind, in %s', (path) => {
    expect(found[path]).toEqual([]);
  });
});
