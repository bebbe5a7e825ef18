/**
 * Classifies a failed attempt to send an email (RFC 5321, section 4.2.1):
 * - `dead`: the server refused this email permanently (5xx to its addresses or content), or for five days;
 * - `later`: the server refused this email temporarily (4xx), and it is retried with growing pauses;
 * - `outage`: the server was unavailable or broke the connection. This concerns all emails; they wait without a limit;
 * - `refused`: the same, but the server answers and takes no email of this shop: it wants a sign-in (530, 535), refuses the sender, or
 *   relays nothing for it.
 */
export type SendingFailure = { kind: 'dead' | 'later' | 'outage' | 'refused'; reason: string };

const GIVE_UP_AFTER_MS = 5 * 24 * 3_600_000;
const MAX_REASON_LENGTH = 500;
/** Errors on these commands concern one email; errors on other commands concern all. */
const PER_EMAIL_COMMAND = /^(?:MAIL FROM|RCPT TO|DATA)\b/i;
const SERVICE_CLOSING = 421;
const SIGN_IN_REQUIRED = 530;
/** The sender is the same for all emails; only the size of one may be refused with it (RFC 1870). */
const SENDER_COMMAND = /^MAIL FROM\b/i;
const MESSAGE_TOO_LARGE = 552;
/** What servers answer to a client that they don't know: "554 5.7.1 Relay access denied", "550 Authentication required". */
const UNKNOWN_CLIENT = /\brelay|\bauth(?:entication|orization)? (?:is )?(?:first|required)/i;

interface ServerError {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
}

const getReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH);

/** Whether the server answers, and takes no email from this shop. */
export function isRefusal(error: unknown): boolean {
  const { code, command, responseCode } = (typeof error === 'object' && error ? error : {}) as ServerError;
  if (code === 'EAUTH' || responseCode === SIGN_IN_REQUIRED) return true;
  if (typeof responseCode !== 'number' || responseCode < 500 || typeof command !== 'string') return false;
  if (SENDER_COMMAND.test(command) && responseCode !== MESSAGE_TOO_LARGE) return true;
  return PER_EMAIL_COMMAND.test(command) && UNKNOWN_CLIENT.test(getReason(error));
}

export function classifySendingFailure(error: unknown, ageMs: number): SendingFailure {
  const reason = getReason(error);
  if (isRefusal(error)) return { kind: 'refused', reason };
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
