/** How a call counts in the budgets. */
export interface SettledCall {
  readonly cents: number;
  /** The call counts as a declined one and not as an ordinary one. */
  readonly isDeclined: boolean;
  /** The call did not reach the model, so it does not count at all. */
  readonly isFree: boolean;
}

/** OpenAI charges nothing for these: no model has started. */
const FREE_OUTCOMES: ReadonlySet<string> = new Set([
  'rate-limited',
  'unreachable',
  'request-refused',
  'key-refused',
  'model-unknown',
  'quota-spent',
]);

const MICRO_USD_PER_CENT = 10_000;

/** The reported cost, rounded up to cents. A call of unknown cost counts as `assumedCents`, because it may be charged for. */
export function settleCall(
  { outcome, costMicroUsd }: { outcome: string; costMicroUsd: number | null },
  assumedCents: number,
): SettledCall {
  const isFree = costMicroUsd === null && FREE_OUTCOMES.has(outcome);
  const cents = costMicroUsd === null ? assumedCents : Math.ceil(costMicroUsd / MICRO_USD_PER_CENT);
  return { cents: isFree ? 0 : cents, isDeclined: outcome === 'declined', isFree };
}

const ALARM_SHARE = 0.8;

/** The spent cents of a day that raise the alarm: 80 % of the budget, or so much that no further call fits. */
export const getAlarmCents = (budgetCents: number, callCents: number): number =>
  Math.max(0, Math.min(Math.ceil(budgetCents * ALARM_SHARE), budgetCents - callCents + 1));
