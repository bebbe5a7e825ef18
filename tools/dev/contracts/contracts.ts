/**
 * `npm run contracts -- check [--app=APP] [--released=REF] | write`. `write` puts the contract of each app into its `contract.json`. `check` compares
 * each with the one of its released commit (`config.released` in package.json, or in that of REF) and refuses what would break an app that is
 * released already.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { collectContract, renderContract } from './app-contract.ts';
import { APPS, type App } from './apps.ts';
import { describeChange, EXCEPTION_ADVICE, findVersionBefore, judgeCandidate, type Exception } from './gate.ts';
import { readReleased } from './released.ts';

const ROOT = join(import.meta.dirname, '../../..');
const toPath = (app: App): string => `apps/${app}/contract.json`;
const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

async function write(): Promise<void> {
  for (const app of APPS) writeFileSync(join(ROOT, toPath(app)), renderContract(await collectContract(app)));
}

/** @param only the apps whose changes are judged; all released apps are readers. */
async function check(only: readonly App[], ref?: string): Promise<void> {
  const released = readReleased(ref);
  if (Object.keys(released).length === 0)
    return console.log('No app is released, so there is nothing to compare with.');
  const exceptions = readJson<Exception[]>('tools/dev/contracts/exceptions.json');
  const problems: string[] = [];
  for (const app of only) {
    const candidate = {
      app,
      commit: 'HEAD',
      since: findVersionBefore(app, 'HEAD'),
      contract: await collectContract(app),
    };
    problems.push(...judgeCandidate(candidate, released, exceptions).map((change) => describeChange(app, change)));
  }
  if (problems.length === 0) return console.log('Each released app can be replaced alone.');
  console.error(`${problems.join('\n')}\n${EXCEPTION_ADVICE}`);
  process.exitCode = 1;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { app: { type: 'string' }, released: { type: 'string' } },
});
const [verb] = positionals;
const only = APPS.filter((app) => values.app === undefined || app === values.app);

try {
  if (verb === 'write') await write();
  else if (verb === 'check' && only.length > 0) await check(only, values.released);
  else throw new Error(`npm run contracts -- check [--app=APP] [--released=REF] | write\nApps: ${APPS.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error && error.name === 'Error' ? error.message : error);
  process.exitCode = 1;
}
