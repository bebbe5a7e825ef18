import { isDomainError, type ProblemKind } from '@shop/contracts/common';
import type { DeliveryOutcome } from '../transport/index.js';

/** What a refusal means for the event that met it: another try can mend what is passing, nothing else. */
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

/** Of several failures of one delivery the one that can be mended decides; what was applied stays applied. */
export function toDeliveryOutcome(failures: readonly unknown[]): DeliveryOutcome {
  let outcome: DeliveryOutcome = { kind: 'done' };
  for (const error of failures) {
    const kind = isMalformed(error) ? 'dead-letter' : isDomainError(error) ? OUTCOME_BY_KIND[error.kind] : 'retry';
    if (kind === 'retry') return { kind, reason: toReason(error) };
    outcome = { kind, reason: toReason(error) };
  }
  return outcome;
}
