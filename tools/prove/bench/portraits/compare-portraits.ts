/** Compares cut-outs and eyes of the annotated portraits between the engine of this checkout and that of an earlier commit. */
import { execFile } from 'node:child_process';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { STYLE_KEYS } from '@shop/contracts-art';
import type { Measured } from './measure-portraits.ts';

const run = promisify(execFile);
const WORKSPACE = join(import.meta.dirname, '../../../..');
const ENGINE = 'libs/art-engine';
const LEAST_CORRELATION = 0.6;
/** No mask may lose more. */
const MOST_LOSS = 0.02;

/** Unpacks the engine of a commit in the workspace, where its imports are resolved; Node.js runs no TypeScript in node_modules. */
async function unpackEngine(commit: string): Promise<string> {
  const folder = join(WORKSPACE, 'dist/bench-art');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run('sh', ['-c', `git archive "$1" ${ENGINE} | tar -x -C "$2"`, 'sh', commit, folder], { cwd: WORKSPACE });
  await symlink(join(WORKSPACE, ENGINE, 'node_modules'), join(folder, ENGINE, 'node_modules'));
  return join(folder, ENGINE, 'src');
}

async function measure(sources: string, photos: string | undefined): Promise<Record<string, Measured>> {
  const script = join(import.meta.dirname, 'measure-portraits.ts');
  const args = ['--conditions=@shop/source', '--import', 'tsx', script, sources];
  const { stdout } = await run(process.execPath, [...args, ...(photos ? [photos] : [])], {
    cwd: WORKSPACE,
    maxBuffer: 1 << 24,
  });
  return JSON.parse(stdout) as Record<string, Measured>;
}

const format = (value: number): string => value.toFixed(2).padStart(5);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Prints the overlap of each mask and, for each eye and style, the correlation of lightness between photo and artwork.
 *
 * @param commit whose engine is the earlier one
 * @param photos a folder with the annotated photos that are not in the repository
 * @returns the missed targets
 * @throws Error if the commit has no engine
 */
export async function comparePortraits(commit: string, photos: string | undefined): Promise<string[]> {
  const before = await measure(await unpackEngine(commit), photos);
  const now = await measure(join(WORKSPACE, ENGINE, 'src'), photos);
  const missed: string[] = [];
  console.log(`before → now; the masks’ overlap, then the eyes in ${STYLE_KEYS.join(', ')}`);
  for (const [name, { overlap, eyes }] of Object.entries(now)) {
    const earlier = before[name]!;
    const parts = STYLE_KEYS.map((style) =>
      eyes[style]!.map((value, at) => `${format(earlier.eyes[style]![at]!)} → ${format(value)}`).join(' '),
    );
    console.log(`${name.padEnd(18)} ${earlier.overlap.toFixed(3)} → ${overlap.toFixed(3)} | ${parts.join(' | ')}`);
    if (overlap < earlier.overlap - MOST_LOSS) missed.push(`mask of ${name}`);
    for (const style of STYLE_KEYS)
      if (eyes[style]!.some((value) => value < LEAST_CORRELATION)) missed.push(`eyes of ${name} in ${style}`);
  }
  const overlaps = (of: Record<string, Measured>): number => mean(Object.values(of).map(({ overlap }) => overlap));
  console.log(`mean overlap ${overlaps(before).toFixed(4)} → ${overlaps(now).toFixed(4)}`);
  for (const style of STYLE_KEYS) {
    const all = (of: Record<string, Measured>) => Object.values(of).flatMap(({ eyes }) => eyes[style]!);
    const found = (of: Record<string, Measured>) => all(of).filter((value) => value >= LEAST_CORRELATION).length;
    console.log(
      `${style.padEnd(13)} mean ${format(mean(all(before)))} → ${format(mean(all(now)))}; of ${all(now).length} eyes at least ${LEAST_CORRELATION}: ${found(before)} → ${found(now)}`,
    );
  }
  if (overlaps(now) < overlaps(before)) missed.push('mean overlap');
  return missed;
}
