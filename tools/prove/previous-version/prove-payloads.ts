import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { exchangePayloads, type Contracts, type Side } from './payloads.ts';
import { provePart } from './prove-part.ts';

const loadContracts = async (root: string): Promise<Contracts> =>
  (await import(pathToFileURL(join(root, 'libs/contracts/all/src/index.ts')).href)) as Contracts;

async function exchange(from: () => Promise<Side>, to: () => Promise<Side>): Promise<string> {
  const { kinds, problems } = exchangePayloads(await from(), await to());
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return `${kinds} events, answers and requests`;
}

/** Payloads of these apps at their commit are read by this version, and the reverse. Returns how many directions failed. */
export async function provePayloads(root: string, commit: string, apps: readonly string[]): Promise<number> {
  const current = async (): Promise<Side> => ({ contracts: await loadContracts(PROJECT_ROOT), has: () => true });
  const released = async (): Promise<Side> => ({
    contracts: await loadContracts(root),
    has: (app) => apps.includes(app),
  });
  const name = commit.slice(0, 8);
  const results = [
    await provePart(`payloads of ${name}, read by this version`, () => exchange(released, current)),
    await provePart(`payloads of this version, read by ${name}`, () => exchange(current, released)),
  ];
  return results.filter((isProven) => !isProven).length;
}
