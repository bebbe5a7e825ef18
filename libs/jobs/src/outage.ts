import { DomainError } from '@shop/contracts-common';

/** Something that the job needs is unavailable. The job runs again with back-off, or after `retryAfterMs`, and no attempt is counted. */
export class OutageError extends Error {
  override readonly name = 'OutageError';
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * Codes of Node for a lost or refused connection, and of PostgreSQL: read-only transaction, connection not allowed, shutdown, start,
 * database missing during a restore.
 */
const OUTAGE_CODES = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH 25006 28000 28P01 57P01 57P02 57P03 3D000'.split(
    ' ',
  ),
);

/** PostgreSQL's classes of codes: connection exception, and insufficient resources (connections, disk, memory). */
const OUTAGE_CLASSES = /^(08|53)\w{3}$/;

/** Errors of pg and pg-pool for a lost connection. They have no code. */
const OUTAGE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether the database, or another server that the work needs, is unavailable. Such a failure says nothing about the work. */
export function isOutage(error: unknown): boolean {
  if (error instanceof OutageError) return true;
  if (error instanceof DomainError) return error.kind === 'unavailable';
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  // PostgreSQL refuses or ends the session.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  if (typeof code === 'string' && (OUTAGE_CODES.has(code) || OUTAGE_CLASSES.test(code))) return true;
  return OUTAGE_MESSAGES.test(error.message);
}
