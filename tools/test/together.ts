/**
 * `node --experimental-vm-modules tools/test/together.ts unit web -- --json`: Jest's rings, several specs to a context. Each spec by itself loads Nest,
 * TypeORM or React anew, which takes longer than most of its tests. One at a time, as its writer runs it: `npm run test:unit -- PATH`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'jest';
import { asPattern } from './as-pattern.ts';
import { groupSpecs, listSpecs, textOfGroup } from './spec-groups.ts';
import { RESULTS, ROOT } from './steps.ts';

interface Project {
  displayName: string;
  testMatch: string[];
  testPathIgnorePatterns?: string[];
}

const { default: settings } = (await import(join(ROOT, 'jest.config.mjs'))) as { default: { projects: Project[] } };
const mark = process.argv.indexOf('--');
const names = process.argv.slice(2, mark);
const chosen = settings.projects.filter(({ displayName }) => names.includes(displayName));
const projects = chosen.map((project) => {
  const folder = join(RESULTS, 'together', project.displayName);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const groups = groupSpecs(listSpecs(project), ROOT);
  for (const [name, specs] of groups.together) writeFileSync(join(folder, `${name}.spec.ts`), textOfGroup(specs, ROOT));
  return {
    ...project,
    testMatch: [join(asPattern(folder), '*.spec.ts'), ...groups.alone.map(asPattern)],
    testPathIgnorePatterns: [],
  };
});

await run(['--config', JSON.stringify({ ...settings, rootDir: ROOT, projects }), ...process.argv.slice(mark + 1)]);
