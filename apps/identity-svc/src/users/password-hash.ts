import { hash, parseOptions, verify, type Options } from '@node-rs/argon2';

/**
 * argon2id (the library's default algorithm) with 19 MiB, 2 passes, 1 lane: the first choice of OWASP's Password Storage
 * Cheat Sheet. If they are raised, an account's hash is renewed at its next sign-in.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** Minimum of argon2, in KiB for each lane. */
const MIN_MEMORY_KIB = 8;

type Cost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;

/** One keyboard types "é" as one character, another as two. Both are the same password. */
const normalise = (password: string): string => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> => hash(normalise(password), PARAMETERS);

/** Verified for an unknown account, so that the response takes as long as for a known one. */
const DUMMY_HASH = hashPassword('nobody’s');

/** Returns false for a wrong password and, in the same time, for a missing hash. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const compared = stored ?? (await DUMMY_HASH);
  const normalised = normalise(password);
  // Older hashes are of the password as it was typed.
  const isRight =
    (await verify(compared, normalised)) || (normalised !== password && (await verify(compared, password)));
  await doRemainingWork(compared, password);
  return isRight && stored !== undefined;
}

/** Whether a stored hash has weaker parameters than PARAMETERS. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost || parallelism < PARAMETERS.parallelism;
}

/** Filled blocks in KiB; argon2's time is proportional to it. */
const computeWork = ({ memoryCost = 0, timeCost = 0 }: Cost): number => memoryCost * timeCost;

/** A weaker hash is compared faster, which would reveal that the account exists. This does the missing work. */
async function doRemainingWork(compared: string, password: string): Promise<void> {
  const remainingWork = computeWork(PARAMETERS) - computeWork(parseOptions(compared));
  if (remainingWork < MIN_MEMORY_KIB) return;
  const timeCost = Math.ceil(remainingWork / PARAMETERS.memoryCost);
  await hash(password, { memoryCost: Math.floor(remainingWork / timeCost), timeCost, parallelism: 1 });
}
