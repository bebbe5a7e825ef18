import fc from 'fast-check';
import type { Command } from './command-runner.js';
import type { Card } from './stripe-side.js';
import { single, Scenario, ConcurrentCommands } from './scenarios.js';

/** The process whose statement runs next, for up to `most` concurrent processes. */
export const choicesBetween = (most: number) => fc.array(fc.nat(most - 1), { minLength: 4, maxLength: 8 * most });
export const choices = choicesBetween(3);

/** A paid order: shipping call, payment and webhook. */
export const buyWith = (card: Card) => [
  single({ kind: 'submitShipping', at: 'here' }),
  single({ kind: 'pay', secret: 0, card }),
  single({ kind: 'deliverWebhook', webhook: 0 }),
];

/** A partial refund fails, and two admins replace it at once: there must be one replacement. */
const resolvedTwice = fc.tuple(fc.constantFrom(1, 500, 1_200), choices).map(([cents, turns]) => {
  const resolve = { command: { kind: 'resolveDiscrepancy', discrepancy: 0 }, crash: null } as const;
  // After the payment's webhook: refund.created, charge.refunded, and refund.failed of the bank.
  const failed = [
    single({ kind: 'refund', order: 0, cents, key: 0 }),
    single({ kind: 'settleBank' }),
    single({ kind: 'deliverWebhook', webhook: 3 }),
  ];
  return new Scenario([...buyWith('refundFails'), ...failed, new ConcurrentCommands([resolve, resolve], turns)]);
});

/** The end of a dispute arrives before its start: the dispute must stay closed. */
const reopenedDispute = fc
  .tuple(fc.constantFrom('deliverWebhook' as const, 'reconcile' as const, 'cancel' as const), choices)
  .map(([other, turns]) => {
    const deliver = (webhook: number) => ({ kind: 'deliverWebhook', webhook }) as const;
    const beside =
      other === 'deliverWebhook'
        ? deliver(0)
        : other === 'reconcile'
          ? ({ kind: 'reconcile' } as const)
          : ({ kind: 'cancel', order: 0 } as const);
    // payment_intent.succeeded, charge.dispute.created, and charge.dispute.closed of the bank.
    const closed = [
      single({ kind: 'submitShipping', at: 'here' }),
      single({ kind: 'pay', secret: 0, card: 'disputed' }),
      single({ kind: 'settleBank' }),
      single(deliver(2)),
    ];
    return new Scenario([
      ...closed,
      new ConcurrentCommands(
        [
          { command: deliver(1), crash: null },
          { command: beside, crash: null },
        ],
        turns,
      ),
    ]);
  });

/**
 * A second tab has updated the order to a larger cart, and it is paid on either page: the charge must be the amount on
 * that page.
 */
export const outdatedPage = fc.tuple(fc.nat(1), fc.nat(1), choices).map(([one, other, turns]) => {
  const ship = { kind: 'submitShipping', at: 'here' } as const;
  const payOn = (page: number) => ({ command: { kind: 'payOnPage', page, card: 'accepted' }, crash: null }) as const;
  return new Scenario([
    single(ship),
    single({ kind: 'addItem', product: 1, at: 'here' }),
    single(ship),
    new ConcurrentCommands([payOn(one), payOn(other), { command: ship, crash: null }], turns),
  ]);
});

/**
 * A customer signs in with open checkouts on both sides. The merged cart is checked out, and every client secret that
 * was ever returned is paid.
 */
const mergedCheckouts = fc
  .record({
    secrets: fc.array(fc.nat(3), { minLength: 2, maxLength: 3 }),
    card: fc.constantFrom('accepted' as const, 'accepted' as const, 'slow' as const),
    isOpenThere: fc.boolean(),
    isSignedInBefore: fc.boolean(),
    crash: fc.option(fc.record({ atStatement: fc.integer({ min: 1, max: 70 }), isAfterStatement: fc.boolean() }), {
      freq: 2,
    }),
    turns: choicesBetween(5),
  })
  .map(({ secrets, card, isOpenThere, isSignedInBefore, crash, turns }) => {
    const [here, there, signIn] = [
      { kind: 'submitShipping', at: 'here' },
      { kind: 'submitShipping', at: 'elsewhere' },
      { kind: 'signIn' },
    ] as const;
    const pays = secrets.map((secret, n): Command => ({ kind: 'pay', secret, card: n === 0 ? card : 'accepted' }));
    const open = [
      single({ kind: 'addItem', product: 1, at: 'elsewhere' }),
      ...(isOpenThere ? [single(there)] : []),
      single(here),
      ...(isSignedInBefore ? [single(signIn)] : []),
    ];
    const concurrent: Command[] = isSignedInBefore ? [there, ...pays] : [there, signIn, ...pays.slice(0, 2)];
    return new Scenario([
      ...open,
      new ConcurrentCommands(
        [{ command: here, crash }, ...concurrent.map((command) => ({ command, crash: null }))],
        turns,
      ),
      single(here),
      ...pays.map((command) => single(command)),
    ]);
  });

/** Races that random commands rarely reach. */
export const raceScenarios = fc.oneof(resolvedTwice, reopenedDispute, mergedCheckouts, mergedCheckouts);
