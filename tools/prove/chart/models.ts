import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubernetesObject } from './helm.ts';

const ROOT = join(import.meta.dirname, '../../..');

const PACKAGES: Record<string, string> = {
  'keda.sh': '@kubernetes-models/keda/',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator/',
};
/** The module with the models of a version: `kubernetes-models/apps/v1`. */
const moduleOf = ({ apiVersion }: KubernetesObject): string =>
  (PACKAGES[apiVersion.split('/')[0] ?? ''] ?? 'kubernetes-models/') + apiVersion;

/** @throws for a missing field and for one of a wrong type. Unknown fields pass. */
export async function validate(object: KubernetesObject): Promise<void> {
  const models = (await import(moduleOf(object))) as Record<
    string,
    (new (data: object) => { validate(): void }) | undefined
  >;
  const Class = models[object.kind];
  if (!Class) throw new Error(`${moduleOf(object)} has no ${object.kind}`);
  new Class(object).validate();
}

const toLiteral = (object: KubernetesObject, index: number): string =>
  `import type { I${object.kind} as I${index} } from '${moduleOf(object)}';
export const object${index}: I${index} = ${JSON.stringify(object, null, 2)};\n`;

/** Writes the objects as literals of their types, and returns the errors of the compiler by file. An unknown field is one. */
export function compile(files: Record<string, KubernetesObject[]>): Record<string, string[]> {
  const folder = join(ROOT, 'node_modules/.cache/chart');
  mkdirSync(folder, { recursive: true });
  for (const [name, objects] of Object.entries(files))
    writeFileSync(join(folder, `${name}.ts`), objects.map(toLiteral).join(''));
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: 'nodenext', types: [] };
  const names = Object.keys(files).map((name) => `${name}.ts`);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
  return Object.fromEntries(
    Object.keys(files).map((name) => [name, errors.filter((line) => line.startsWith(`${name}.ts`))]),
  );
}
