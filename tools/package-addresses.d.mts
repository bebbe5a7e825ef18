interface LockEntry {
  name?: string;
  version?: string;
  integrity?: string;
  resolved?: string;
  inBundle?: boolean;
}
interface Lock {
  packages: Record<string, LockEntry>;
}
/** Of npm: `registry`, and `@scope:registry` where a scope has its own. */
interface NpmSettings {
  registry: string;
  [name: string]: unknown;
}
/** The lock with the addresses that it lacks, as npm's settings tell them. What has no checksum is left as it is: whatever came from there would be taken. */
export function withAddresses<L extends Lock>(lock: L, settings: NpmSettings): L;
/** Runs `act` while npm finds the addresses beside the lock; without npm's settings, or where they can't be written, it looks for itself. */
export function telling<T>(root: string, settings: NpmSettings | undefined, act: () => Promise<T>): Promise<T>;
