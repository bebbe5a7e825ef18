import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const lines = readFileSync(join(ROOT, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .map((line) => line.split(/\s+/).filter(Boolean))
  .filter(([pattern = '#']) => !pattern.startsWith('#'));
const folders = globSync('{apps/*,libs/*,libs/contracts/*,libs/web/*,libs/testing/*}/package.json', { cwd: ROOT })
  .map((manifest) => `/${dirname(manifest)}/`)
  .sort();

/** The part of a team in the chart of all. */
const values = globSync('deploy/chart/teams/*.yaml', { cwd: ROOT }).map((file) => `/${file}`);

it.each([...folders, ...values])('%s has a line of its own with one owner', (path) => {
  const [, ...owners] = lines.findLast(([pattern = '']) => pattern !== '*' && path.startsWith(pattern)) ?? [];
  expect(owners).toEqual([expect.stringMatching(/^@petart\/[a-z-]+$/)]);
});

it('names nothing that is gone', () => {
  const patterns = lines.map(([pattern = '']) => pattern).filter((pattern) => pattern !== '*');
  expect(patterns.filter((pattern) => ![...folders, ...values].some((path) => path.startsWith(pattern)))).toEqual([]);
});
