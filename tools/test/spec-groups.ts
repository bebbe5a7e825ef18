import { globSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { isLong } from './long-specs.ts';

/** What replaces modules, or chooses its surroundings, would do so for its neighbours as well; what waits at its top level can't be loaded at once; a limit that is no number can't be read. */
const NEEDS_ITS_OWN_CONTEXT =
  /unstable_mockModule|\bjest\.mock\(|\bresetModules\b|\bisolateModules|@jest-environment|\bjest\.setTimeout\((?![\d_]+\))|^(?=\S)(?:(?!=>|\basync\b).)*\bawait /m;

const LIMIT = /\bjest\.setTimeout\(([\d_]+)\)/g;

/** Each context costs two to six seconds before its first test; of more to a group, the last group would run on while the other workers have nothing left to do. */
const SPECS_A_GROUP = 16;
/** Those that ask for a limit of their own take longer than the others, and are by themselves: nobody else gets their limit. */
const LIMITED_SPECS_A_GROUP = 4;

export interface SpecGroups {
  /** By the name of the group. */
  together: Map<string, string[]>;
  alone: string[];
}

/** The specs of one of Jest's projects, by their paths. */
export function listSpecs({
  testMatch,
  testPathIgnorePatterns = [],
}: {
  testMatch: string[];
  testPathIgnorePatterns?: string[];
}): string[] {
  const ignored = ['/node_modules/', '/dist/', ...testPathIgnorePatterns].map((pattern) => new RegExp(pattern));
  return globSync(testMatch, { exclude: (path) => path === 'node_modules' || path === 'dist' })
    .filter((path) => !ignored.some((pattern) => pattern.test(path)))
    .sort();
}

/** Those of one app or lib, a few at a time; long ones and those that need a context of their own stay alone. */
export function groupSpecs(specs: string[], root: string): SpecGroups {
  const alone = specs.filter((spec) => isLong(spec) || NEEDS_ITS_OWN_CONTEXT.test(readFileSync(spec, 'utf8')));
  const byHome = Map.groupBy(
    specs.filter((spec) => !alone.includes(spec)),
    (spec) => `${homeOf(relative(root, spec))}${isLimited(spec) ? LIMITED : ''}`,
  );
  const together = new Map<string, string[]>();
  for (const [home, of] of byHome) {
    const parts = Math.ceil(of.length / (home.endsWith(LIMITED) ? LIMITED_SPECS_A_GROUP : SPECS_A_GROUP));
    for (let part = 0; part < parts; part += 1)
      together.set(
        `${home}-${part + 1}`,
        of.filter((_, index) => index % parts === part),
      );
  }
  return { together, alone };
}

/** `apps/order-svc/test/carts.int.spec.ts` is at home in `order-svc`, what lies under `libs/web/ui` in `web-ui`. */
function homeOf(path: string): string {
  const [top = '', name = '', part = ''] = path.split(sep);
  if (top === 'tools') return top;
  return name === 'web' ? `${name}-${part}` : name;
}

const LIMITED = '-limited';

const isLimited = (spec: string): boolean => longestLimitMs([spec]) > 0;

/** For each test of it: Jest knows one limit a context, the one that was said last before the first test. */
function longestLimitMs(specs: string[]): number {
  return Math.max(
    0,
    ...specs.flatMap((spec) =>
      [...readFileSync(spec, 'utf8').matchAll(LIMIT)].map(([, ms = '']) => Number(ms.replaceAll('_', ''))),
    ),
  );
}

/** A spec that loads others, each within a `describe` of its own, so that their hooks stay theirs. */
export function textOfGroup(specs: string[], root: string): string {
  const loads = specs.map(
    (spec) => `describe(${JSON.stringify(relative(root, spec))}, () => void load(${JSON.stringify(spec)}));`,
  );
  const limitMs = longestLimitMs(specs);
  const limit = limitMs > 0 ? ["import { jest } from '@jest/globals';", `jest.setTimeout(${limitMs});`] : [];
  return [
    "import { createRequire } from 'node:module';",
    'const load = createRequire(import.meta.url);',
    ...loads,
    ...limit,
    '',
  ].join('\n');
}
