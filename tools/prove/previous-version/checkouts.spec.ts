import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withCheckouts } from './checkouts.ts';

let root: string;
let commits: string[];
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'checkouts-'));
  git('init', '--quiet');
  commits = ['1', '2', '3'].map((version) => {
    writeFileSync(join(root, 'version'), version);
    git('add', '.');
    git('commit', '--quiet', '-m', `feat: version ${version}`);
    return git('rev-parse', 'HEAD');
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('prepares each commit once beside this one, and removes the checkouts', async () => {
  const [first = '', second = ''] = commits;
  const prepared: string[] = [];
  const prepare = async (folder: string) => void prepared.push(readFileSync(join(folder, 'version'), 'utf8'));
  const folders = await withCheckouts(root, [first, second, first], prepare, async (roots) => [...roots]);
  expect(folders.map(([commit]) => commit)).toEqual([first, second]);
  expect(prepared).toEqual(['1', '2']);
  expect(folders.filter(([, folder]) => existsSync(folder))).toEqual([]);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

it('removes the checkouts when a build fails', async () => {
  const fail = () => Promise.reject(new Error('The build failed'));
  await expect(withCheckouts(root, commits, fail, async () => undefined)).rejects.toThrow('The build failed');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});
