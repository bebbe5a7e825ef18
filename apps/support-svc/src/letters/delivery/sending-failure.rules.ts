/**
 * What becomes of a letter that could not be sent (RFC 5321, section 4.2.1):
 * - the server refused this letter for good (5xx to its addresses or its content): dead, with the server's words;
 * - it refused it for now (4xx): later, with growing pauses, until the letter is five days old;
 * - the server was not there, did not let us in, or broke off: the letter has nothing to do with it. It stays as it is, however long
 *   that lasts, and everything waits for the server.
 */
export type SendingFailure = { kind: 'dead' | 'later' | 'outage'; reason: string };

const GIVE_UP_AFTER_MS = 5 * 24 * 3_600_000;
const REASON_MAX = 500;
/** What a refusal of one letter answers; at any other moment of the talk a refusal concerns everybody. */
const ABOUT_THE_LETTER = /^(?:MAIL FROM|RCPT TO|DATA)\b/i;
const SERVICE_CLOSES = 421;

interface ServerWords {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, REASON_MAX);

export function sendingFailure(error: unknown, ageMs: number): SendingFailure {
  const reason = reasonOf(error);
  const { code, command, responseCode } = (typeof error === 'object' && error ? error : {}) as ServerWords;
  if (
    typeof responseCode === 'number' &&
    responseCode !== SERVICE_CLOSES &&
    typeof command === 'string' &&
    ABOUT_THE_LETTER.test(command)
  ) {
    if (responseCode >= 500 && responseCode !== 503) return { kind: 'dead', reason };
    return ageMs > GIVE_UP_AFTER_MS
      ? { kind: 'dead', reason: `given up after five days: ${reason}` }
      : { kind: 'later', reason };
  }
  // Found before anything was said to the server: an address that is none.
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')) return { kind: 'dead', reason };
  return { kind: 'outage', reason };
}

/** The pause before the next try; `attempts` were made. The last pause is repeated. */
export const nextTryMs = (attempts: number, delaysMs: readonly number[]): number =>
  delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? 0;
