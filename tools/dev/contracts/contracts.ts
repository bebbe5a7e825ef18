/**
 * `npm run contracts -- check | write`. `write` puts the contract of each app into its `contract.json`. `check` compares each with the one of its
 * released commit (`config.released` in package.json) and refuses what would break an app that is released already.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  APPS,
  collectContract,
  createMigrationReader,
  renderContract,
  type App,
  type AppContract,
} from './app-contract.ts';
import { createReaders, findBreakingChanges, type BreakingChange } from './compare.ts';

const ROOT = join(import.meta.dirname, '../../..');
const toPath = (app: App): string => `apps/${app}/contract.json`;
const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

/** A breaking change that is meant, until a day. */
interface Exception {
  readonly app: App;
  readonly change: string;
  readonly reason: string;
  readonly until: string;
}

async function write(): Promise<void> {
  for (const app of APPS) writeFileSync(join(ROOT, toPath(app)), renderContract(await collectContract(app)));
}

/** The contract of the released commit; null before the first release. */
function readReleased(app: App, commits: Partial<Record<App, string>>): AppContract | null {
  const commit = commits[app];
  if (!commit) return null;
  const text = execFileSync('git', ['show', `${commit}:${toPath(app)}`], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(text) as AppContract;
}

function describe(app: App, { change, advice }: BreakingChange): string {
  return `${app}: ${change}\n    ${advice}`;
}

async function check(): Promise<void> {
  const { config } = readJson<{ config?: { released?: Partial<Record<App, string>> } }>('package.json');
  const released = new Map(
    APPS.flatMap((app) => {
      const contract = readReleased(app, config?.released ?? {});
      return contract ? [[app, contract] as const] : [];
    }),
  );
  if (released.size === 0) return console.log('No app is released, so there is nothing to compare with.');
  const exceptions = readJson<Exception[]>('tools/dev/contracts/exceptions.json');
  const today = new Date().toISOString().slice(0, 10);
  const isExcepted = (app: App, { change }: BreakingChange): boolean =>
    exceptions.some((each) => each.app === app && each.change === change && each.until >= today);
  const findReaders = createReaders(released);
  const problems: string[] = [];
  for (const [app, contract] of released)
    for (const change of findBreakingChanges(
      contract,
      await collectContract(app),
      findReaders,
      createMigrationReader(app),
    ))
      if (!isExcepted(app, change)) problems.push(describe(app, change));
  if (problems.length === 0) return console.log(`${released.size} apps can be released one by one.`);
  console.error(
    `${problems.join('\n')}\nA change that is meant gets a dated entry in tools/dev/contracts/exceptions.json.`,
  );
  process.exitCode = 1;
}

const [verb] = process.argv.slice(2);
if (verb === 'write') await write();
else if (verb === 'check') await check();
else {
  console.error('npm run contracts -- check | write');
  process.exitCode = 1;
}
