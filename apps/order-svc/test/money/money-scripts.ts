import fc from 'fast-check';
import type { Act } from './money-acts.js';
import { alone, Story, Together, type Scripted } from './money-commands.js';

const choice = fc.nat(3);
const product = fc.constantFrom(0 as const, 1 as const);
const at = fc.constantFrom('here' as const, 'here' as const, 'here' as const, 'elsewhere' as const);
const card = fc.constantFrom('accepted' as const, 'accepted' as const, 'accepted' as const, 'declined' as const, 'challenged' as const, 'slow' as const, 'slowAndDeclined' as const, 'refundedLate' as const);
/** Of an order of 35.91 and more: a cent, a part, more than half, all, and never enough. */
const cents = fc.constantFrom(null, null, 1, 500, 2_000, 99_999);
const order = fc.constantFrom(0, 0, 0, 1, 2);

const doing = <Kind extends Act['kind']>(kind: Kind): { kind: fc.Arbitrary<Kind> } => ({ kind: fc.constant(kind) });

const ship = fc.record({ ...doing('ship'), at });
const add = fc.record({ ...doing('add'), product, at });
const change = fc.record({ ...doing('set'), line: choice, quantity: fc.integer({ min: 1, max: 3 }) });
const pay = fc.record({ ...doing('pay'), secret: choice, card });
const hear = fc.record({ ...doing('hear'), webhook: choice });
const back = fc.record({ ...doing('return'), order: choice });
const cancel = fc.record({ ...doing('cancel'), order });
const cancelOwn = fc.record({ ...doing('cancelOwn'), order });
const refund = fc.record({ ...doing('refund'), order, cents, key: choice });
const dashboard = fc.record({ ...doing('dashboard'), order, cents });
const printer = fc.record({ ...doing('printer'), order });
const process = fc.record({ ...doing('process'), order });
const print = fc.record({ ...doing('print'), isUnheard: fc.constantFrom(false, false, true) });
const plain = <Kind extends 'signIn' | 'bank' | 'sweep' | 'leave' | 'draw' | 'endHold'>(kind: Kind) => fc.constant({ kind });

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: ship },
  { weight: 3, arbitrary: add },
  { weight: 1, arbitrary: change },
  { weight: 1, arbitrary: fc.record({ ...doing('remove'), line: choice }) },
  { weight: 1, arbitrary: fc.record({ ...doing('reprice'), product, cents: fc.constantFrom(2_400, 99, 1_250) }) },
  { weight: 2, arbitrary: plain('signIn') },
  { weight: 7, arbitrary: pay },
  { weight: 1, arbitrary: fc.record({ ...doing('answer'), secret: choice, answer: fc.constantFrom('complete' as const, 'complete' as const, 'fail' as const) }) },
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
  { weight: 1, arbitrary: plain('endHold') },
  { weight: 2, arbitrary: print },
  { weight: 1, arbitrary: printer },
  { weight: 1, arbitrary: plain('leave') },
);

const deathFrom = (min: number, freq: number) => fc.option(fc.record({ at: fc.integer({ min, max: 30 }), isAfter: fc.boolean() }), { freq });
const dying = (acts: fc.Arbitrary<Act>): fc.Arbitrary<Scripted> => fc.record({ act: acts, death: deathFrom(1, 4) });
const choices = fc.array(fc.nat(2), { minLength: 4, maxLength: 24 });
const atOnce = (acts: fc.Arbitrary<Act>, minLength = 1): fc.Arbitrary<Together> =>
  fc.tuple(fc.array(dying(acts), { minLength, maxLength: 3 }), choices).map(([parts, turns]) => new Together(parts, turns));

const together = atOnce(act);
const laterDeath = deathFrom(8, 2);
const accepted = { kind: 'pay', secret: 0, card: 'accepted' } as const;
const shipHere = { kind: 'ship', at: 'here' } as const;

/** The cart has grown, and a checkout that brings the order up to it meets a payment: the narrowest place of all. */
const grown = fc.constant(alone({ kind: 'add', product: 1, at: 'here' }));
const raced = fc
  .tuple(laterDeath, choices)
  .map(([death, turns]) => new Together([{ act: shipHere, death }, { act: accepted, death: null }, { act: { kind: 'add', product: 0, at: 'here' }, death: null }], turns));
const died = laterDeath.map((death) => alone(shipHere, death));
const paid = fc.constant(alone(accepted));

const bought = [alone(shipHere), alone(accepted), alone({ kind: 'hear', webhook: 0 })];
const onPress = [...bought, alone({ kind: 'draw' }), alone({ kind: 'endHold' })];

/** The payment is written down while the cart that it takes from is changed, shown, and brought to a checkout. */
const heard = atOnce(fc.oneof(hear, hear, hear, back, ship, add, change, plain('sweep')), 2).map((scene) => new Story([alone(shipHere), alone(accepted), scene]));
/** Money goes back from both ends at once. */
const givenBack = atOnce(fc.oneof(refund, refund, dashboard, cancel, cancelOwn, hear, plain('sweep')), 2).map((scene) => new Story([...bought, scene]));
/** The end of the hold, and whoever has something against it. */
const printed = atOnce(fc.oneof(print, print, print, cancel, process, refund, dashboard, printer), 2).map((scene) => new Story([...onPress, scene]));
/** Who hands over dies on the way, or hears no answer, and nobody knows what the printer has heard. */
const brokenOff = fc
  .tuple(fc.option(fc.record({ at: fc.integer({ min: 5, max: 10 }), isAfter: fc.boolean() })), fc.array(atOnce(fc.oneof(cancel, cancel, refund, dashboard, process, printer, print)), { minLength: 1, maxLength: 2 }))
  .map(([death, scenes]) => new Story([...onPress, alone({ kind: 'print', isUnheard: death === null }, death), ...scenes]));
const held = atOnce(fc.oneof(print, cancelOwn, cancelOwn, plain('endHold'), plain('draw'), cancel), 2).map((scene) => new Story([...bought, alone({ kind: 'draw' }), scene]));
/** The cart and its order change hands in the middle of a checkout, or of its payment. */
const claimed = fc
  .tuple(dying(plain('signIn')), fc.array(dying(fc.oneof(ship, add, pay, hear, back, plain('sweep'))), { minLength: 1, maxLength: 2 }), choices)
  .map(([signIn, others, turns]) => new Story([alone(shipHere), new Together([signIn, ...others], turns)]));

export const scripts = fc.commands([together, together, together, raced, grown, died, paid, heard, givenBack, printed, brokenOff, held, claimed], { maxCommands: 5, size: 'max' });
