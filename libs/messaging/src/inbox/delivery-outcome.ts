import { isDomainError, type ProblemKind } from '@shop/contracts/common';
import type { DeliveryOutcome } from '../transport/index.js';

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

function isMalformed(error: unknown): boolean {
  return error instanceof Error && error.name === 'ZodError';
}

/** One retryable failure is enough for a retry: the inbox skips the handlers that have already applied the event. */
export function toDeliveryOutcome(failures: readonly unknown[]): DeliveryOutcome {
  let outcome: DeliveryOutcome = { kind: 'done' };
  for (const error of failures) {
    const kind = isMalformed(error) ? 'dead-letter' : isDomainError(error) ? OUTCOME_BY_KIND[error.kind] : 'retry';
    if (kind === 'retry') return { kind, reason: toReason(error) };
    outcome = { kind, reason: toReason(error) };
  }
  return outcome;
}
