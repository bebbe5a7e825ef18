interface LockEntry {
  version?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dev?: boolean;
  optional?: boolean;
  peer?: boolean;
  optionalDependencies?: Record<string, string>;
}
interface Lock {
  packages: Record<string, LockEntry>;
}
/** The optional packages that the lock's packages ask for and the lock does not hold: path → entry. */
export function missingOptionals(lock: Lock): Record<string, LockEntry>;
/** The lock with them, sorted as npm sorts it. */
export function completeLock(lock: Lock): Lock;
