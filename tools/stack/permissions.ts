import { existsSync, statSync } from 'node:fs';

/** True where the system refused for want of a right. */
export function isForbidden(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM';
}

/** A sentence on whose a path is, to be put after another; empty where it is not there to be seen. */
export function ownerOf(path: string): string {
  return existsSync(path) ? ` It belongs to user number ${statSync(path).uid}.` : '';
}
