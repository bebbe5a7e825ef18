import fc from 'fast-check';
import type { Command } from './command-runner.js';
import type { Card } from './displayed-checkouts.js';
import { single, Scenario, ConcurrentCommands } from './scenarios.js';

/** Whose turn it is at each statement, of so many who may meet. */
export const choicesBetween = (most: number) => fc.array(fc.nat(most - 1), { minLength: 4, maxLength: 8 * most });
export const choices = choicesBetween(3);

/** Shown, paid, and heard of. */
export const buyWith = (card: Card) => [
  single({ kind: 'submitShipping', at: 'here' }),
  single({ kind: 'pay', secret: 0, card }),
  single({ kind: 'deliverWebhook', webhook: 0 }),
];

/** The bank sends a part back, and two admins press the button of the failed refund at once: another takes its place once. */
const resolvedTwice = fc.tuple(fc.constantFrom(1, 500, 1_200), choices).map(([cents, turns]) => {
  const resolve = { command: { kind: 'resolveDiscrepancy', difference: 0 }, crash: null } as const;
  // After the payment: charge.refunded, refund.created, and of the bank refund.failed.
  const failed = [
    single({ kind: 'refund', order: 0, cents, key: 0 }),
    single({ kind: 'settleBank' }),
    single({ kind: 'deliverWebhook', webhook: 3 }),
  ];
  return new Scenario([...buyWith('refundFails'), ...failed, new ConcurrentCommands([resolve, resolve], turns)]);
});

/** The end of a dispute is heard before its beginning: closed, it is not opened again. */
const reopenedDispute = fc
  .tuple(fc.constantFrom('deliverWebhook' as const, 'reconcile' as const, 'cancel' as const), choices)
  .map(([other, turns]) => {
    const hear = (webhook: number) => ({ kind: 'deliverWebhook', webhook }) as const;
    const beside =
      other === 'deliverWebhook'
        ? hear(1)
        : other === 'reconcile'
          ? ({ kind: 'reconcile' } as const)
          : ({ kind: 'cancel', order: 0 } as const);
    // By time, then by name: charge.dispute.created, payment_intent.succeeded, and of the bank charge.dispute.closed.
    const closed = [
      single({ kind: 'submitShipping', at: 'here' }),
      single({ kind: 'pay', secret: 0, card: 'disputed' }),
      single({ kind: 'settleBank' }),
      single(hear(2)),
    ];
    return new Scenario([
      ...closed,
      new ConcurrentCommands(
        [
          { command: hear(0), crash: null },
          { command: beside, crash: null },
        ],
        turns,
      ),
    ]);
  });

/** A second tab has brought a grown cart to the checkout, and it is paid on either page: never by an amount that this page does not show. */
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

/** Who signs in has, or is just opening, a checkout on either side (D40): the cart that has all pieces is brought to the checkout, and each secret that was ever given out pays. */
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

/** Places that chance would seldom come by. */
export const raceScenarios = fc.oneof(resolvedTwice, reopenedDispute, mergedCheckouts, mergedCheckouts);
