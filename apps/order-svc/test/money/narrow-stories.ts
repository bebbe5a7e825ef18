import fc from 'fast-check';
import type { Act } from './money-acts.js';
import type { Card } from './shown-checkouts.js';
import { alone, Story, Together } from './money-commands.js';

/** Whose turn it is at each statement, of so many who may meet. */
export const choicesAmong = (most: number) => fc.array(fc.nat(most - 1), { minLength: 4, maxLength: 8 * most });
export const choices = choicesAmong(3);

/** Shown, paid, and heard of. */
export const boughtWith = (card: Card) => [
  alone({ kind: 'ship', at: 'here' }),
  alone({ kind: 'pay', secret: 0, card }),
  alone({ kind: 'hear', webhook: 0 }),
];

/** The bank sends a part back, and two admins press the button of the failed refund at once: another takes its place once. */
const pressedTwice = fc.tuple(fc.constantFrom(1, 500, 1_200), choices).map(([cents, turns]) => {
  const press = { act: { kind: 'mend', difference: 0 }, death: null } as const;
  // After the payment: charge.refunded, refund.created, and of the bank refund.failed.
  const failed = [
    alone({ kind: 'refund', order: 0, cents, key: 0 }),
    alone({ kind: 'bank' }),
    alone({ kind: 'hear', webhook: 3 }),
  ];
  return new Story([...boughtWith('refundFails'), ...failed, new Together([press, press], turns)]);
});

/** The end of a dispute is heard before its beginning: closed, it is not opened again. */
const reopened = fc
  .tuple(fc.constantFrom('hear' as const, 'sweep' as const, 'cancel' as const), choices)
  .map(([other, turns]) => {
    const hear = (webhook: number) => ({ kind: 'hear', webhook }) as const;
    const beside =
      other === 'hear'
        ? hear(1)
        : other === 'sweep'
          ? ({ kind: 'sweep' } as const)
          : ({ kind: 'cancel', order: 0 } as const);
    // By time, then by name: charge.dispute.created, payment_intent.succeeded, and of the bank charge.dispute.closed.
    const closed = [
      alone({ kind: 'ship', at: 'here' }),
      alone({ kind: 'pay', secret: 0, card: 'disputed' }),
      alone({ kind: 'bank' }),
      alone(hear(2)),
    ];
    return new Story([
      ...closed,
      new Together(
        [
          { act: hear(0), death: null },
          { act: beside, death: null },
        ],
        turns,
      ),
    ]);
  });

/** A second tab has brought a grown cart to the checkout, and it is paid on either page: never by an amount that this page does not show. */
export const outdated = fc.tuple(fc.nat(1), fc.nat(1), choices).map(([one, other, turns]) => {
  const ship = { kind: 'ship', at: 'here' } as const;
  const payOn = (page: number) => ({ act: { kind: 'payShown', page, card: 'accepted' }, death: null }) as const;
  return new Story([
    alone(ship),
    alone({ kind: 'add', product: 1, at: 'here' }),
    alone(ship),
    new Together([payOn(one), payOn(other), { act: ship, death: null }], turns),
  ]);
});

/** Who signs in has, or is just opening, a checkout on either side (D40): the cart that has all pieces is brought to the checkout, and each secret that was ever given out pays. */
const broughtTogether = fc
  .record({
    secrets: fc.array(fc.nat(3), { minLength: 2, maxLength: 3 }),
    card: fc.constantFrom('accepted' as const, 'accepted' as const, 'slow' as const),
    isOpenThere: fc.boolean(),
    isSignedInBefore: fc.boolean(),
    death: fc.option(fc.record({ at: fc.integer({ min: 1, max: 70 }), isAfter: fc.boolean() }), { freq: 2 }),
    turns: choicesAmong(5),
  })
  .map(({ secrets, card, isOpenThere, isSignedInBefore, death, turns }) => {
    const [here, there, signIn] = [
      { kind: 'ship', at: 'here' },
      { kind: 'ship', at: 'elsewhere' },
      { kind: 'signIn' },
    ] as const;
    const pays = secrets.map((secret, n): Act => ({ kind: 'pay', secret, card: n === 0 ? card : 'accepted' }));
    const open = [
      alone({ kind: 'add', product: 1, at: 'elsewhere' }),
      ...(isOpenThere ? [alone(there)] : []),
      alone(here),
      ...(isSignedInBefore ? [alone(signIn)] : []),
    ];
    const meeting: Act[] = isSignedInBefore ? [there, ...pays] : [there, signIn, ...pays.slice(0, 2)];
    return new Story([
      ...open,
      new Together([{ act: here, death }, ...meeting.map((act) => ({ act, death: null }))], turns),
      alone(here),
      ...pays.map((act) => alone(act)),
    ]);
  });

/** Places that chance would seldom come by. */
export const narrowStories = fc.oneof(pressedTwice, reopened, broughtTogether, broughtTogether);
