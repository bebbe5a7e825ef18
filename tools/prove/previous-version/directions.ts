import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { exchangePayloads, type Contracts, type Side } from './payloads.ts';
import { prove } from './report.ts';

const loadContracts = async (root: string): Promise<Contracts> =>
  (await import(pathToFileURL(join(root, 'libs/contracts/all/src/index.ts')).href)) as Contracts;

/** Payloads of these apps at their commit are read by this version, and the reverse. Returns how many directions failed. */
export async function provePayloads(root: string, commit: string, apps: readonly string[]): Promise<number> {
  const today: Side = { contracts: await loadContracts(PROJECT_ROOT), has: () => true };
  const released: Side = { contracts: await loadContracts(root), has: (app) => apps.includes(app) };
  const directions = [
    { name: `payloads of ${commit.slice(0, 8)}, read by this version`, from: released, to: today },
    { name: `payloads of this version, read by ${commit.slice(0, 8)}`, from: today, to: released },
  ];
  let failed = 0;
  for (const { name, from, to } of directions) {
    const isProven = await prove(name, () => {
      const { kinds, problems } = exchangePayloads(from, to);
      if (problems.length > 0) throw new Error(problems.join('\n'));
      return `${kinds} events, answers and requests`;
    });
    if (!isProven) failed += 1;
  }
  return failed;
}
