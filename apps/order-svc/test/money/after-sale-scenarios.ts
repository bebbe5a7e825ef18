import fc from 'fast-check';
import type { Command } from './command-runner.js';
import { Scenario, single, type ConcurrentCommands } from './scenarios.js';

type CommandsOf = fc.Arbitrary<Command>;
type Concurrently = (commands: CommandsOf, minLength?: number) => fc.Arbitrary<ConcurrentCommands>;

const order = fc.constantFrom(0, 0, 0, 1);
const reprint = fc.nat(2);
const isTrue = fc.boolean();

const request: CommandsOf = fc.record({
  kind: fc.constant('requestReprint' as const),
  order,
  pieces: fc.constantFrom(1, 1, 2),
  isWhole: isTrue,
  isSeen: isTrue,
  key: fc.nat(2),
});
const withReprint = (kind: 'cancelReprint' | 'pollReprint' | 'confirmReprintFiles'): CommandsOf =>
  reprint.map((choice) => ({ kind, reprint: choice }));
const withOrder = (
  kind: 'returnParcel' | 'settleReturn' | 'askCustomer' | 'answerQuestion' | 'closeQuestion',
): CommandsOf => order.map((choice) => ({ kind, order: choice }));
const submit: CommandsOf = fc.record({
  kind: fc.constant('submitReprints' as const),
  answer: fc.constantFrom('received' as const, 'received' as const, 'lost' as const, 'rejected' as const),
});
const sendParcel: CommandsOf = fc.record({
  kind: fc.constant('sendParcel' as const),
  order,
  isPartial: isTrue,
  isReshipment: isTrue,
});
const assumeDeliveries: CommandsOf = fc.constant({ kind: 'assumeDeliveries' });
const anyOfReprint = fc.oneof(
  request,
  request,
  withReprint('confirmReprintFiles'),
  withReprint('cancelReprint'),
  withReprint('pollReprint'),
  submit,
  submit,
);
const anyOfParcel = fc.oneof(
  sendParcel,
  sendParcel,
  withOrder('returnParcel'),
  withOrder('settleReturn'),
  assumeDeliveries,
);
const anyOfQuestion = fc.oneof(
  withOrder('askCustomer'),
  withOrder('askCustomer'),
  withOrder('answerQuestion'),
  withOrder('closeQuestion'),
);

export const anyAfterSale = fc.oneof(anyOfReprint, anyOfReprint, anyOfParcel, anyOfQuestion);

const sendAgain = { kind: 'requestReprint', order: 0, pieces: 1, isWhole: false, isSeen: true, key: 0 } as const;

interface Others {
  /** What may happen to the money in between: refunds, disputes, their webhooks. */
  money: CommandsOf;
  /** Submissions, cancellations and the end of the change window. */
  printing: CommandsOf;
  poll: CommandsOf;
}

/** Items are requested, printed, cancelled and sent again while money goes back or is disputed, and parcels come and go. */
export const createReprintedOrders = (
  sent: readonly ConcurrentCommands[],
  concurrently: Concurrently,
  { money, poll }: Others,
): fc.Arbitrary<Scenario> =>
  fc
    .tuple(
      fc.option(money, { freq: 3 }),
      concurrently(fc.oneof(anyOfReprint, anyOfReprint, anyOfReprint, money, anyOfParcel), 2),
      concurrently(fc.oneof(anyOfReprint, anyOfReprint, anyOfReprint, money, anyOfParcel, poll), 2),
    )
    .map(
      ([before, first, second]) =>
        new Scenario([
          ...sent,
          single(sendAgain),
          single({ kind: 'confirmReprintFiles', reprint: 0 }),
          ...(before ? [single(before)] : []),
          first,
          second,
        ]),
    );

/** Parcels are sent, come back and are assumed to be delivered. */
export const createParcels = (
  sent: readonly ConcurrentCommands[],
  concurrently: Concurrently,
  { poll }: Others,
): fc.Arbitrary<Scenario> =>
  fc
    .tuple(concurrently(fc.oneof(anyOfParcel, anyOfParcel, poll)), concurrently(fc.oneof(anyOfParcel, poll, poll), 2))
    .map(([first, second]) => new Scenario([...sent, first, second]));

/** The customer is asked, answers, and the order is continued, cancelled or submitted. */
export const createAskedOrders = (
  due: readonly ConcurrentCommands[],
  concurrently: Concurrently,
  { printing }: Others,
): fc.Arbitrary<Scenario> =>
  fc
    .tuple(
      concurrently(fc.oneof(withOrder('askCustomer'), withOrder('askCustomer'), printing), 2),
      concurrently(fc.oneof(anyOfQuestion, anyOfQuestion, printing), 2),
    )
    .map(([first, second]) => new Scenario([...due, first, second]));
