import fc from 'fast-check';
import type { Command } from './command-runner.js';
import { Scenario, single, type ConcurrentCommands } from './scenarios.js';

type CommandsOf = fc.Arbitrary<Command>;

const order = fc.constantFrom(0, 0, 0, 1);
const withOrder = (kind: 'openReview' | 'warnOfFraud' | 'dispute' | 'winDispute' | 'continuePrinting'): CommandsOf =>
  order.map((choice) => ({ kind, order: choice }));
const closeReview: CommandsOf = fc.record({
  kind: fc.constant('closeReview' as const),
  order,
  reason: fc.constantFrom('approved' as const, 'approved' as const, 'refunded_as_fraud' as const),
});
const opened = fc.oneof(
  withOrder('openReview'),
  withOrder('openReview'),
  withOrder('warnOfFraud'),
  withOrder('dispute'),
);
const decided = fc.oneof(closeReview, withOrder('winDispute'), withOrder('continuePrinting'));

export const anyDoubt = fc.oneof(opened, opened, decided);

/** A doubt arises, is reported and is decided while the order is due, at the printer, cancelled or refunded. */
export const createDoubtedOrders = (
  due: readonly ConcurrentCommands[],
  concurrently: (commands: CommandsOf, minLength?: number) => fc.Arbitrary<ConcurrentCommands>,
  others: { deliver: CommandsOf; submit: CommandsOf; end: CommandsOf },
): fc.Arbitrary<Scenario> =>
  fc
    .tuple(
      opened,
      concurrently(fc.oneof(others.deliver, others.deliver, opened, others.submit, others.submit, others.end), 2),
      concurrently(fc.oneof(decided, decided, others.deliver, others.deliver, opened, others.submit, others.end), 2),
    )
    .map(([doubt, first, second]) => new Scenario([...due, single(doubt), first, second]));
