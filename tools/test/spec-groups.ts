import { globSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { isLong } from './long-specs.ts';

/** What replaces modules, or chooses its surroundings, would do so for its neighbours as well; what waits at its top level can't be loaded at once. */
const NEEDS_ITS_OWN_CONTEXT = /unstable_mockModule|\bjest\.mock\(|\bresetModules\b|\bisolateModules|@jest-environment|^(?:\S.*= \(?)?await /m;

/** So many keep both workers busy to the end, and none of them large. */
const SPECS_A_GROUP = 8;

export interface SpecGroups {
  /** By the name of the group. */
  together: Map<string, string[]>;
  alone: string[];
}

/** The specs of one of Jest's projects, by their paths. */
export function listSpecs(root: string, { testMatch, testPathIgnorePatterns = [] }: { testMatch: string[]; testPathIgnorePatterns?: string[] }): string[] {
  const ignored = ['/node_modules/', '/dist/', ...testPathIgnorePatterns].map((pattern) => new RegExp(pattern));
  const patterns = testMatch.map((pattern) => pattern.replace('<rootDir>', root));
  return globSync(patterns, { exclude: (path) => path === 'node_modules' || path === 'dist' })
    .filter((path) => !ignored.some((pattern) => pattern.test(path)))
    .sort();
}

/** Those of one app or lib, a few at a time; long ones and those that need a context of their own stay alone. */
export function groupSpecs(specs: string[], root: string): SpecGroups {
  const alone = specs.filter((spec) => isLong(spec) || NEEDS_ITS_OWN_CONTEXT.test(readFileSync(spec, 'utf8')));
  const byHome = Map.groupBy(specs.filter((spec) => !alone.includes(spec)), (spec) => homeOf(relative(root, spec)));
  const together = new Map<string, string[]>();
  for (const [home, of] of byHome) {
    const parts = Math.ceil(of.length / SPECS_A_GROUP);
    for (let part = 0; part < parts; part += 1) together.set(`${home}-${part + 1}`, of.filter((_, index) => index % parts === part));
  }
  return { together, alone };
}

/** `apps/order-svc/test/carts.int.spec.ts` is at home in `order-svc`, what lies under `libs/web/ui` in `web-ui`. */
function homeOf(path: string): string {
  const [top = '', name = '', part = ''] = path.split(sep);
  if (top === 'tools') return top;
  return name === 'web' ? `${name}-${part}` : name;
}

/** A spec that loads others, each within a `describe` of its own, so that their hooks stay theirs. */
export function textOfGroup(specs: string[], root: string): string {
  const loads = specs.map((spec) => `describe(${JSON.stringify(relative(root, spec))}, () => void load(${JSON.stringify(spec)}));`);
  return ["import { createRequire } from 'node:module';", 'const load = createRequire(import.meta.url);', ...loads, ''].join('\n');
}
