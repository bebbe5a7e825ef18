import { DomainError, SERVICE_NAMES, type ServiceName } from '@shop/contracts-common';
import { isOutage } from '@shop/jobs';

/** `refused`: the server answers, but takes no connection. `down`: it does not answer. */
export type DatabaseFault = 'read-only' | 'full' | 'refused' | 'down';

/** SQLSTATE codes: https://www.postgresql.org/docs/17/errcodes-appendix.html */
const READ_ONLY = '25006';
const DISK_FULL = '53100';
/** An operator or a crash ends the session. Other errors that end it are refusals. */
const ENDED = new Set(['57P01', '57P02', '57P05']);
/** Connection not allowed, wrong password, no such database, too many connections, starting. */
const REFUSED = new Set(['28000', '28P01', '3D000', '53300', '57P03']);

/** The fault of the database that an error shows. Null if the database works and the statement is at fault. */
export function toDatabaseFault(error: unknown): DatabaseFault | null {
  const { code, severity } = (error ?? {}) as { code?: string; severity?: string };
  if (code === READ_ONLY) return 'read-only';
  if (code === DISK_FULL) return 'full';
  if (!isOutage(error) || error instanceof DomainError) return null;
  const isRefused = code !== undefined && (REFUSED.has(code) || (severity === 'FATAL' && !ENDED.has(code)));
  return isRefused ? 'refused' : 'down';
}

/** A full disk or a standby needs an operator, so clients wait longer than after a lost connection. */
const RETRY_AFTER_SECONDS: Record<DatabaseFault, number> = { 'read-only': 30, full: 30, refused: 5, down: 5 };

const WHAT_HAPPENS: Record<DatabaseFault, string> = {
  'read-only': 'can’t save anything right now',
  full: 'can’t save anything right now',
  refused: 'is unavailable right now',
  down: 'is unavailable right now',
};

/** The error (503) that a caller sees while the database of a service has a fault. */
export const createDatabaseError = (service: ServiceName, fault: DatabaseFault, cause: unknown): DomainError =>
  new DomainError(
    `DATABASE_${fault.toUpperCase().replace('-', '_')}`,
    'unavailable',
    `${SERVICE_NAMES[service]} ${WHAT_HAPPENS[fault]}. Please try again in a moment.`,
    { cause, retryAfterSeconds: RETRY_AFTER_SECONDS[fault] },
  );
