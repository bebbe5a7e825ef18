/**
 * `npm run contracts -- check [--app=APP] | write`. `write` puts the contract of each app into its `contract.json`. `check` compares each with the
 * one of its released commit (`config.released` in package.json) and refuses what would break an app that is released already.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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

/** @param only the apps whose changes are judged; all released apps are readers. */
async function check(only: readonly App[]): Promise<void> {
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
  for (const [app, contract] of [...released].filter(([each]) => only.includes(each)))
    for (const change of findBreakingChanges(
      contract,
      await collectContract(app),
      findReaders,
      createMigrationReader(app),
    ))
      if (!isExcepted(app, change)) problems.push(describe(app, change));
  if (problems.length === 0) return console.log('Each released app can be replaced alone.');
  console.error(
    `${problems.join('\n')}\nA change that is meant gets a dated entry in tools/dev/contracts/exceptions.json.`,
  );
  process.exitCode = 1;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { app: { type: 'string' } } });
const [verb] = positionals;
/** The gateway's image has the web apps. */
const only = APPS.filter(
  (app) => values.app === undefined || app === values.app || (values.app === 'gateway' && app.endsWith('-web')),
);

if (verb === 'write') await write();
else if (verb === 'check' && only.length > 0) await check(only);
else {
  console.error(`npm run contracts -- check [--app=APP] | write\nApps: ${APPS.join(', ')}`);
  process.exitCode = 1;
}
