/**
 * Classifies a failed attempt to send an email (RFC 5321, section 4.2.1):
 * - `dead`: the server refused this email permanently (5xx to its addresses or content), or for five days;
 * - `later`: the server refused this email temporarily (4xx), and it is retried with growing pauses;
 * - `outage`: the server was unavailable, rejected the sign-in or broke the connection. This concerns all emails; they wait without a limit.
 */
export type SendingFailure = { kind: 'dead' | 'later' | 'outage'; reason: string };

const GIVE_UP_AFTER_MS = 5 * 24 * 3_600_000;
const MAX_REASON_LENGTH = 500;
/** Errors on these commands concern one email; errors on other commands concern all. */
const PER_EMAIL_COMMAND = /^(?:MAIL FROM|RCPT TO|DATA)\b/i;
const SERVICE_CLOSING = 421;

interface ServerError {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
}

const getReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH);

export function classifySendingFailure(error: unknown, ageMs: number): SendingFailure {
  const reason = getReason(error);
  const { code, command, responseCode } = (typeof error === 'object' && error ? error : {}) as ServerError;
  if (
    typeof responseCode === 'number' &&
    responseCode !== SERVICE_CLOSING &&
    typeof command === 'string' &&
    PER_EMAIL_COMMAND.test(command)
  ) {
    if (responseCode >= 500 && responseCode !== 503) return { kind: 'dead', reason };
    return ageMs > GIVE_UP_AFTER_MS
      ? { kind: 'dead', reason: `given up after five days: ${reason}` }
      : { kind: 'later', reason };
  }
  // Nodemailer found an invalid address or message before it contacted the server.
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')) return { kind: 'dead', reason };
  return { kind: 'outage', reason };
}

/** The pause after `attempts` attempts. The last pause is repeated. */
export const getRetryDelayMs = (attempts: number, delaysMs: readonly number[]): number =>
  delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? 0;
