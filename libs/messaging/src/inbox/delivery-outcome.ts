import { isDomainError, type ProblemKind } from '@shop/contracts-common';
import { isOutage } from '@shop/jobs';
import type { DeliveryOutcome } from '../transport/index.js';
import { UnreadablePayloadError } from './unreadable-payload.error.js';

/** Only errors that may be temporary are retried. */
const OUTCOME_BY_KIND: Record<ProblemKind, 'retry' | 'dead-letter'> = {
  invalid: 'dead-letter',
  unauthenticated: 'dead-letter',
  forbidden: 'dead-letter',
  'not-found': 'dead-letter',
  conflict: 'retry',
  'too-large': 'dead-letter',
  'unsupported-media': 'dead-letter',
  impossible: 'dead-letter',
  'too-many': 'retry',
  'provider-failed': 'retry',
  unavailable: 'retry',
  'timed-out': 'retry',
};

const toReason = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** At the default delays three and a half days: time to roll a wrong release back, or to release the reader. */
const UNREADABLE_PAYLOAD_ATTEMPTS = 500;

function toOutcome(error: unknown): DeliveryOutcome {
  const reason = toReason(error);
  if (isOutage(error)) return { kind: 'outage', reason };
  if (error instanceof UnreadablePayloadError)
    return { kind: 'retry', reason, maxAttempts: UNREADABLE_PAYLOAD_ATTEMPTS };
  return { kind: isDomainError(error) ? OUTCOME_BY_KIND[error.kind] : 'retry', reason };
}

/** Which outcome decides if several handlers fail. The inbox skips the handlers that have already applied the event. */
const BY_PRECEDENCE = ['outage', 'retry', 'dead-letter'] as const;

export function toDeliveryOutcome(failures: readonly unknown[]): DeliveryOutcome {
  const outcomes = failures.map(toOutcome);
  for (const kind of BY_PRECEDENCE) {
    const outcome = outcomes.find((each) => each.kind === kind);
    if (outcome) return outcome;
  }
  return { kind: 'done' };
}
