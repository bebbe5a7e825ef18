import fc from 'fast-check';
import type { Act } from './money-acts.js';
import { alone, LONGEST_ACT, Story, Together, type Scripted } from './money-commands.js';
import { boughtWith, choices, choicesAmong, narrowStories, outdated } from './narrow-stories.js';

const choice = fc.nat(3);
const product = fc.constantFrom(0 as const, 1 as const);
const at = fc.constantFrom('here' as const, 'here' as const, 'here' as const, 'elsewhere' as const);
const card = fc.constantFrom(
  'accepted' as const,
  'accepted' as const,
  'accepted' as const,
  'accepted' as const,
  'declined' as const,
  'challenged' as const,
  'slow' as const,
  'slowAndDeclined' as const,
  'refundedLate' as const,
  'refundFails' as const,
  'disputed' as const,
);
/** Of an order of 35.91 and more: a cent, a part, more than half, all, and never enough. */
const cents = fc.constantFrom(null, null, 1, 500, 2_000, 99_999);
const order = fc.constantFrom(0, 0, 0, 1, 2);

const doing = <Kind extends Act['kind']>(kind: Kind): { kind: fc.Arbitrary<Kind> } => ({ kind: fc.constant(kind) });

const ship = fc.record({ ...doing('ship'), at });
const add = fc.record({ ...doing('add'), product, at });
const change = fc.record({ ...doing('set'), line: choice, quantity: fc.integer({ min: 1, max: 3 }) });
const pay = fc.record({ ...doing('pay'), secret: choice, card });
const payShown = fc.record({ ...doing('payShown'), page: choice, card });
const hear = fc.record({ ...doing('hear'), webhook: fc.nat(11) });
const back = fc.record({ ...doing('return'), order: choice });
const cancel = fc.record({ ...doing('cancel'), order });
const cancelOwn = fc.record({ ...doing('cancelOwn'), order });
const refund = fc.record({ ...doing('refund'), order, cents, key: choice });
const dashboard = fc.record({ ...doing('dashboard'), order, cents });
const printer = fc.record({ ...doing('printer'), order });
const process = fc.record({ ...doing('process'), order });
const print = fc.record({
  ...doing('print'),
  answer: fc.constantFrom('heard' as const, 'heard' as const, 'lost' as const, 'refused' as const),
});
/** The press starts after 12 hours, parcels leave after 48 and are there after 120. */
const press = fc.record({ ...doing('press'), hours: fc.constantFrom(13, 49, 121) });
const sendByHand = fc.record({ ...doing('sendByHand'), order });
const place = fc.record({ ...doing('place'), order, line: choice, scale: fc.constantFrom(100, 80, 120) });
const resize = fc.record({
  ...doing('resize'),
  order,
  line: choice,
  size: fc.constantFrom('M' as const, 'L' as const, 'L' as const, 'XXL' as const),
});
const readdress = fc.record({ ...doing('readdress'), order, zip: fc.constantFrom('62701', '10001', '94105') });
const drawn = fc.record({ ...doing('drawn'), news: choice });
const notDrawn = fc.record({ ...doing('notDrawn'), news: choice });
const remake = fc.record({ ...doing('remake'), order });
const mend = fc.record({ ...doing('mend'), difference: choice });
const plain = <Kind extends 'signIn' | 'bank' | 'sweep' | 'wait' | 'leave' | 'draw' | 'endChangeWindow' | 'overcharge'>(
  kind: Kind,
) => fc.constant({ kind });

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: ship },
  { weight: 3, arbitrary: add },
  { weight: 1, arbitrary: change },
  { weight: 1, arbitrary: fc.record({ ...doing('remove'), line: choice }) },
  { weight: 1, arbitrary: fc.record({ ...doing('reprice'), product, cents: fc.constantFrom(2_400, 99, 1_250) }) },
  { weight: 2, arbitrary: plain('signIn') },
  { weight: 4, arbitrary: pay },
  { weight: 4, arbitrary: payShown },
  {
    weight: 1,
    arbitrary: fc.record({
      ...doing('answer'),
      secret: choice,
      answer: fc.constantFrom('complete' as const, 'complete' as const, 'fail' as const),
    }),
  },
  { weight: 1, arbitrary: plain('bank') },
  { weight: 6, arbitrary: hear },
  { weight: 3, arbitrary: back },
  { weight: 2, arbitrary: plain('sweep') },
  { weight: 2, arbitrary: cancel },
  { weight: 2, arbitrary: cancelOwn },
  { weight: 3, arbitrary: refund },
  { weight: 2, arbitrary: dashboard },
  { weight: 1, arbitrary: process },
  { weight: 1, arbitrary: plain('draw') },
  { weight: 1, arbitrary: plain('endChangeWindow') },
  { weight: 2, arbitrary: print },
  { weight: 1, arbitrary: printer },
  { weight: 1, arbitrary: plain('leave') },
  { weight: 2, arbitrary: fc.oneof(place, resize, readdress) },
  { weight: 1, arbitrary: fc.oneof(drawn, drawn, notDrawn, remake) },
  { weight: 1, arbitrary: mend },
  { weight: 1, arbitrary: fc.oneof(press, sendByHand) },
);

/** Most acts are short, and would outlive a death that may as well fall at the end of the longest. */
const statementFrom = (min: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min, max: 30 }) },
    { weight: 3, arbitrary: fc.integer({ min: 31, max: 70 }) },
    { weight: 1, arbitrary: fc.integer({ min: 71, max: LONGEST_ACT }) },
  );
const deathFrom = (min: number, freq: number) =>
  fc.option(fc.record({ at: statementFrom(min), isAfter: fc.boolean() }), { freq });
const dying = (acts: fc.Arbitrary<Act>): fc.Arbitrary<Scripted> =>
  fc.record({
    act: acts,
    death: deathFrom(1, 4),
    unheardFrom: fc.option(fc.constantFrom(1, 1, 2, 3), { freq: 8 }),
    isRefused: fc.nat(9).map((chance) => chance === 9),
  });
const atOnce = (acts: fc.Arbitrary<Act>, minLength = 1): fc.Arbitrary<Together> =>
  fc
    .tuple(fc.array(dying(acts), { minLength, maxLength: 3 }), choices)
    .map(([parts, turns]) => new Together(parts, turns));

const together = atOnce(act);
const laterDeath = deathFrom(8, 2);
const accepted = { kind: 'pay', secret: 0, card: 'accepted' } as const;
const shipHere = { kind: 'ship', at: 'here' } as const;

/** The cart has grown, and a checkout that brings the order up to it meets a payment: the narrowest place of all. */
const grown = fc.constant(alone({ kind: 'add', product: 1, at: 'here' }));
const raced = fc.tuple(laterDeath, choices).map(
  ([death, turns]) =>
    new Together(
      [
        { act: shipHere, death },
        { act: accepted, death: null },
        { act: { kind: 'add', product: 0, at: 'here' }, death: null },
      ],
      turns,
    ),
);
const died = laterDeath.map((death) => alone(shipHere, death));
const paid = fc.constant(alone(accepted));

const bought = boughtWith('accepted');
const onPress = [...bought, alone({ kind: 'draw' }), alone({ kind: 'endChangeWindow' })];

/** The payment is written down while the cart that it takes from is changed, shown, and brought to a checkout. */
const heard = atOnce(fc.oneof(hear, hear, hear, back, ship, add, change, plain('sweep')), 2).map(
  (scene) => new Story([alone(shipHere), alone(accepted), scene]),
);
/** Money goes back from both ends at once. */
const givenBack = atOnce(fc.oneof(refund, refund, dashboard, cancel, cancelOwn, hear, plain('sweep')), 2).map(
  (scene) => new Story([...bought, scene]),
);
/** The customer's bank sends the money back, or wants it back, while the shop gives it back. */
const sentBack = fc
  .tuple(
    fc.constantFrom('refundFails' as const, 'refundFails' as const, 'disputed' as const),
    atOnce(fc.oneof(refund, refund, dashboard, cancel, cancelOwn, hear)),
    atOnce(fc.oneof(plain('bank'), plain('bank'), hear, hear, mend, mend, refund, plain('sweep')), 2),
  )
  .map(
    ([by, first, second]) =>
      new Story([...boughtWith(by), first, alone({ kind: 'bank' }), alone({ kind: 'hear', webhook: 1 }), second]),
  );
/** The end of the hold, and whoever has something against it. */
const printed = atOnce(fc.oneof(print, print, print, cancel, process, sendByHand, refund, dashboard, printer), 2).map(
  (scene) => new Story([...onPress, scene]),
);
/** Another amount than the order's was paid: it waits for an admin, or a day, and its cart goes on. */
const differing = fc
  .tuple(
    atOnce(fc.oneof(hear, plain('sweep'), back)),
    atOnce(fc.oneof(hear, plain('sweep'), back, mend, mend, cancel, ship, add, plain('wait'), plain('leave')), 2),
  )
  .map(
    ([first, second]) =>
      new Story([
        alone(shipHere),
        alone({ kind: 'overcharge' }),
        alone(accepted),
        first,
        alone({ kind: 'wait' }),
        alone({ kind: 'sweep' }),
        second,
      ]),
  );
/** The press starts, and what is printed is cancelled, shipped, or paid back. */
const pressed = fc
  .tuple(press, atOnce(fc.oneof(printer, printer, cancel, sendByHand, refund, dashboard, press), 2))
  .map(([first, scene]) => new Story([...onPress, alone({ kind: 'print', answer: 'heard' }), alone(first), scene]));
/** Who hands over dies on the way, or hears no answer, and nobody knows what the printer has heard. */
const brokenOff = fc
  .tuple(
    fc.boolean(),
    fc.option(fc.record({ at: fc.integer({ min: 5, max: 10 }), isAfter: fc.boolean() }), { freq: 1 }),
    fc.array(
      atOnce(fc.oneof(cancel, cancel, refund, dashboard, process, sendByHand, sendByHand, press, printer, print)),
      { minLength: 1, maxLength: 2 },
    ),
  )
  .map(
    ([isMovedOn, death, scenes]) =>
      new Story([
        ...onPress,
        ...(isMovedOn ? [alone({ kind: 'process', order: 0 })] : []),
        alone({ kind: 'print', answer: death === null ? 'lost' : 'heard' }, death),
        ...scenes,
      ]),
  );
const held = atOnce(fc.oneof(print, cancelOwn, cancelOwn, plain('endChangeWindow'), plain('draw'), cancel), 2).map(
  (scene) => new Story([...bought, alone({ kind: 'draw' }), scene]),
);
/** What is printed is changed while it is drawn, and once more where the hold ends. */
const changing = fc.oneof(place, resize, readdress);
const changed = fc
  .tuple(
    atOnce(fc.oneof(changing, changing, changing, drawn)),
    atOnce(fc.oneof(changing, drawn, drawn, plain('endChangeWindow'), print, print, cancelOwn, process), 2),
  )
  .map(([first, second]) => new Story([...bought, first, alone({ kind: 'draw' }), second]));
/** A file can't be made, and is asked for again, while it is drawn all the same, changed, or called for. */
const remade = atOnce(
  fc.oneof(remake, remake, mend, notDrawn, drawn, changing, print, plain('endChangeWindow'), cancelOwn),
  2,
).map((scene) => new Story([...bought, alone({ kind: 'notDrawn', news: 0 }), scene]));
/** Whatever may meet a payment at all, at one and the same moment. */
const meeting = fc.oneof(
  ship,
  ship,
  fc.oneof(add, change),
  payShown,
  pay,
  hear,
  hear,
  hear,
  plain('sweep'),
  back,
  refund,
  fc.oneof(cancel, cancelOwn, plain('signIn')),
);
const crowded = fc
  .tuple(fc.boolean(), fc.boolean(), fc.array(dying(meeting), { minLength: 4, maxLength: 8 }), choicesAmong(8))
  .map(
    ([isPaid, isGrown, parts, turns]) =>
      new Story([
        alone(shipHere),
        ...(isPaid ? [alone(accepted)] : []),
        ...(isGrown ? [alone({ kind: 'add', product: 1, at: 'here' })] : []),
        new Together(parts, turns),
      ]),
  );
/** The cart and its order change hands in the middle of a checkout, or of its payment. */
const claimed = fc
  .tuple(
    dying(plain('signIn')),
    fc.array(dying(fc.oneof(ship, add, pay, hear, back, plain('sweep'))), { minLength: 1, maxLength: 2 }),
    choices,
  )
  .map(([signIn, others, turns]) => new Story([alone(shipHere), new Together([signIn, ...others], turns)]));

/** As many stories as single scenes, about: a story is as long as five of them. */
const returned = fc.oneof(sentBack, differing, narrowStories);
const onThePress = fc.oneof(printed, pressed);

export const scripts = fc.commands(
  [
    together,
    together,
    together,
    together,
    raced,
    grown,
    died,
    paid,
    heard,
    givenBack,
    returned,
    onThePress,
    brokenOff,
    held,
    fc.oneof(changed, changed, remade),
    claimed,
    crowded,
    outdated,
  ],
  { maxCommands: 5, size: 'max' },
);
