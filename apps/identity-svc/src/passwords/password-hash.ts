import { hash, parseOptions, verify, type Options } from '@node-rs/argon2';

/**
 * argon2id (the library's default algorithm) with 19 MiB, 2 passes, 1 lane: the first choice of OWASP's Password Storage
 * Cheat Sheet. Raise them here: an account's hash is renewed when its owner signs in.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** What argon2 takes at least, in KiB a lane. */
const MIN_MEMORY_KIB = 8;

type Cost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

/** Of no password at all: verified where there is no account, so that the answer takes as long as where there is one. */
const DUMMY_HASH = hashPassword('nobody’s');

/** False for a wrong password, and, in the same time, where there is no hash. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const compared = stored ?? (await DUMMY_HASH);
  const isRight = await verify(compared, password);
  await doRemainingWork(compared, password);
  return isRight && stored !== undefined;
}

/** Whether a stored hash was made with less than today's parameters. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost || parallelism < PARAMETERS.parallelism;
}

/** Blocks that are filled, in KiB: what argon2's time is in proportion to. */
const computeWork = ({ memoryCost = 0, timeCost = 0 }: Cost): number => memoryCost * timeCost;

/** An older, weaker hash is compared sooner, which would tell that there is an account: the rest of today's work is done as well. */
async function doRemainingWork(compared: string, password: string): Promise<void> {
  const remainingWork = computeWork(PARAMETERS) - computeWork(parseOptions(compared));
  if (remainingWork < MIN_MEMORY_KIB) return;
  const timeCost = Math.ceil(remainingWork / PARAMETERS.memoryCost);
  await hash(password, { memoryCost: Math.floor(remainingWork / timeCost), timeCost, parallelism: 1 });
}
