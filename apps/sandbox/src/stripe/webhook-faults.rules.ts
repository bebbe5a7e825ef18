/**
 * Simulates delivery faults of the sandbox's webhooks. `SANDBOX_FAULTS` is a comma-separated list:
 *
 * late:3s        each is sent that much later (ms, s, m)
 * twice          each is sent twice
 * shuffled       each waits a random time, up to 2 s (`shuffled:10s`: up to 10 s), so that they arrive in any order
 * lost           none is ever sent; `lost:25%`: a quarter of them is not
 */
import { z } from 'zod';

export interface WebhookFaults {
  lateMs: number;
  copies: 1 | 2;
  shuffledMs: number;
  lostPercent: number;
}

const NO_FAULTS: WebhookFaults = { lateMs: 0, copies: 1, shuffledMs: 0, lostPercent: 0 };
const DEFAULT_SHUFFLE_MS = 2_000;
const GRAMMAR =
  'it takes late:3s, twice, shuffled, shuffled:10s, lost and lost:25%, with commas between, and no wait above an hour';
/** Reconciliation finds the payment earlier than this, so longer delays have no effect. */
const MAX_DELAY_MS = 3_600_000;

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000 } as const;

function parseDurationMs(text: string): number | null {
  const [, digits, unit] = /^(\d{1,7})(ms|s|m)$/.exec(text) ?? [];
  const ms = digits && unit ? Number(digits) * UNIT_MS[unit as keyof typeof UNIT_MS] : null;
  return ms === null || ms > MAX_DELAY_MS ? null : ms;
}

function parsePercent(text: string): number | null {
  const [, digits] = /^(\d{1,3})%$/.exec(text) ?? [];
  return digits && Number(digits) <= 100 ? Number(digits) : null;
}

/** Parses one word of the list; null if it is invalid. */
function parseFault(word: string): Partial<WebhookFaults> | null {
  const [name, value, ...rest] = word.split(':');
  if (rest.length > 0) return null;
  const isBare = value === undefined;
  const [ms, share] = isBare ? [null, null] : [parseDurationMs(value), parsePercent(value)];
  if (name === 'late' && ms !== null) return { lateMs: ms };
  if (name === 'twice' && isBare) return { copies: 2 };
  if (name === 'shuffled' && (isBare || ms !== null)) return { shuffledMs: ms ?? DEFAULT_SHUFFLE_MS };
  if (name === 'lost' && (isBare || share !== null)) return { lostPercent: share ?? 100 };
  return null;
}

export const webhookFaultsSchema = z
  .string()
  .default('')
  .transform((text, context): WebhookFaults => {
    const words = text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    const faults = words.map((word) => {
      const fault = parseFault(word);
      if (!fault) context.addIssue({ code: 'custom', message: `does not know "${word}": ${GRAMMAR}` });
      return fault;
    });
    return Object.assign({}, NO_FAULTS, ...faults) as WebhookFaults;
  });

/** When each copy of a webhook is sent, in ms from now; null: never. `random`: as `Math.random`. */
export function computeDeliveryDelays(
  { lateMs, copies, shuffledMs, lostPercent }: WebhookFaults,
  random: () => number,
): (number | null)[] {
  if (random() * 100 < lostPercent) return [null];
  return Array.from({ length: copies }, () => lateMs + Math.round(random() * shuffledMs));
}
