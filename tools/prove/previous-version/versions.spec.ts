import { jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPreviousVersion, visitVersions } from './versions.ts';

/** Appends its version to a file of the data folder, and answers with all of them. */
const createShop = (version: string): string => `
  import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const { DATA_DIR, PORT } = process.env;
  mkdirSync(DATA_DIR, { recursive: true });
  appendFileSync(DATA_DIR + '/starts', '${version} ');
  createServer((_, response) => response.end(readFileSync(DATA_DIR + '/starts'))).listen(Number(PORT), '127.0.0.1');
`;

let root: string;
let commits: string[];
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

beforeAll(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  root = mkdtempSync(join(tmpdir(), 'two-versions-'));
  git('init', '--quiet');
  mkdirSync(join(root, 'tools/dev'), { recursive: true });
  commits = ['1', '2'].map((version) => {
    writeFileSync(join(root, 'tools/dev/start.mjs'), createShop(version));
    writeFileSync(
      join(root, 'package.json'),
      version === '1' ? '{}' : JSON.stringify({ config: { previousVersion: 'HEAD^' } }),
    );
    git('add', '.');
    git('commit', '--quiet', '-m', `feat: version ${version}`);
    return git('rev-parse', 'HEAD');
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const readStarts = async (origin: string): Promise<string> => (await fetch(origin)).text();

it('serves this version, the previous one and this one again on the same data', async () => {
  const seen: string[] = [];
  const visit = { name: 'visit', visit: async (origin: string) => void seen.push(await readStarts(origin)) };
  await visitVersions(root, (await readPreviousVersion(root)) ?? '', { first: visit, previous: visit, last: visit });
  expect(seen).toEqual(['2 ', '2 1 ', '2 1 2 ']);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

it('stops the shop and removes the checkout when a version fails', async () => {
  let address = '';
  const visit = { name: 'visit', visit: () => Promise.resolve() };
  const fail = {
    name: 'fails',
    visit: (origin: string) => {
      address = origin;
      return Promise.reject(new Error('The order was lost'));
    },
  };
  await expect(visitVersions(root, commits[0] ?? '', { first: visit, previous: fail, last: visit })).rejects.toThrow(
    'The order was lost',
  );
  await expect(readStarts(address)).rejects.toThrow('fetch failed');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

it('has no previous version before the first release', async () => {
  git('checkout', '--quiet', commits[0] ?? '');
  expect(await readPreviousVersion(root)).toBeUndefined();
});
