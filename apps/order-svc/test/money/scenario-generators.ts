import fc from 'fast-check';
import type { Command } from './command-runner.js';
import { single, MAX_STATEMENTS, Scenario, ConcurrentCommands, type ScriptedCommand } from './scenarios.js';
import { anyAfterSale, createAskedOrders, createParcels, createReprintedOrders } from './after-sale-scenarios.js';
import { anyDoubt, createDoubtedOrders } from './doubt-scenarios.js';
import { buyWith, choices, choicesBetween, raceScenarios, outdatedPage } from './race-scenarios.js';

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
  'reviewed' as const,
  'warned' as const,
);
/** For orders of at least 35.91: a cent, a part, more than half, everything, and too much. */
const cents = fc.constantFrom(null, null, 1, 500, 2_000, 99_999);
const order = fc.constantFrom(0, 0, 0, 1, 2);

const kindOf = <Kind extends Command['kind']>(kind: Kind): { kind: fc.Arbitrary<Kind> } => ({
  kind: fc.constant(kind),
});

const ship = fc.record({ ...kindOf('submitShipping'), at });
const add = fc.record({ ...kindOf('addItem'), product, at });
const setQuantity = fc.record({ ...kindOf('setQuantity'), line: choice, quantity: fc.integer({ min: 1, max: 3 }) });
const pay = fc.record({ ...kindOf('pay'), secret: choice, card });
const payOnPage = fc.record({ ...kindOf('payOnPage'), page: choice, card });
const deliverWebhook = fc.record({ ...kindOf('deliverWebhook'), webhook: fc.nat(11) });
const openOrderComplete = fc.record({ ...kindOf('openOrderComplete'), order: choice });
const cancel = fc.record({ ...kindOf('cancel'), order });
const cancelAsCustomer = fc.record({ ...kindOf('cancelAsCustomer'), order });
const refund = fc.record({ ...kindOf('refund'), order, cents, key: choice });
const dashboard = fc.record({ ...kindOf('refundAtProvider'), order, cents });
const pollPrinter = fc.record({ ...kindOf('pollPrinter'), order });
const startProcessing = fc.record({ ...kindOf('startProcessing'), order });
const submitToPrinter = fc.record({
  ...kindOf('submitToPrinter'),
  answer: fc.constantFrom('received' as const, 'received' as const, 'lost' as const, 'rejected' as const),
});
/** Printing starts after 12 hours, parcels leave after 48 and arrive after 120. */
const advancePrinter = fc.record({ ...kindOf('advancePrinter'), hours: fc.constantFrom(13, 49, 121) });
const shipManually = fc.record({ ...kindOf('shipManually'), order });
const changePlacement = fc.record({
  ...kindOf('changePlacement'),
  order,
  line: choice,
  scale: fc.constantFrom(100, 80, 120),
});
const changeSize = fc.record({
  ...kindOf('changeSize'),
  order,
  line: choice,
  size: fc.constantFrom('S' as const, 'M' as const, 'L' as const, 'L' as const, 'XXL' as const),
});
const changeAddress = fc.record({ ...kindOf('changeAddress'), order, zip: fc.constantFrom('62701', '10001', '94105') });
const printFileCompleted = fc.record({ ...kindOf('printFileCompleted'), item: choice });
const printFileFailed = fc.record({ ...kindOf('printFileFailed'), item: choice });
const remakePrintFiles = fc.record({ ...kindOf('remakePrintFiles'), order });
const resolveDiscrepancy = fc.record({ ...kindOf('resolveDiscrepancy'), discrepancy: choice });
const simple = <
  Kind extends
    'signIn' | 'settleBank' | 'reconcile' | 'waitOneDay' | 'completePrintFiles' | 'endChangeWindow' | 'overcharge',
>(
  kind: Kind,
) => fc.constant({ kind });

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: ship },
  { weight: 3, arbitrary: add },
  { weight: 1, arbitrary: setQuantity },
  { weight: 1, arbitrary: fc.record({ ...kindOf('removeItem'), line: choice }) },
  { weight: 1, arbitrary: fc.record({ ...kindOf('changePrice'), product, cents: fc.constantFrom(2_400, 99, 1_250) }) },
  { weight: 2, arbitrary: simple('signIn') },
  { weight: 4, arbitrary: pay },
  { weight: 4, arbitrary: payOnPage },
  {
    weight: 1,
    arbitrary: fc.record({
      ...kindOf('answerChallenge'),
      secret: choice,
      answer: fc.constantFrom('complete' as const, 'complete' as const, 'fail' as const),
    }),
  },
  { weight: 1, arbitrary: simple('settleBank') },
  { weight: 6, arbitrary: deliverWebhook },
  { weight: 3, arbitrary: openOrderComplete },
  { weight: 2, arbitrary: simple('reconcile') },
  { weight: 2, arbitrary: cancel },
  { weight: 2, arbitrary: cancelAsCustomer },
  { weight: 3, arbitrary: refund },
  { weight: 2, arbitrary: dashboard },
  { weight: 1, arbitrary: startProcessing },
  { weight: 1, arbitrary: simple('completePrintFiles') },
  { weight: 1, arbitrary: simple('endChangeWindow') },
  { weight: 2, arbitrary: submitToPrinter },
  { weight: 1, arbitrary: pollPrinter },
  { weight: 1, arbitrary: simple('waitOneDay') },
  { weight: 2, arbitrary: fc.oneof(changePlacement, changeSize, changeAddress) },
  { weight: 1, arbitrary: fc.oneof(printFileCompleted, printFileCompleted, printFileFailed, remakePrintFiles) },
  { weight: 1, arbitrary: resolveDiscrepancy },
  { weight: 1, arbitrary: anyDoubt },
  { weight: 1, arbitrary: anyAfterSale },
  { weight: 1, arbitrary: fc.oneof(advancePrinter, shipManually) },
);

/** Most commands are short, so most crashes are early; some reach the end of the longest command. */
const anyStatement = (min: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min, max: 30 }) },
    { weight: 3, arbitrary: fc.integer({ min: 31, max: 70 }) },
    { weight: 1, arbitrary: fc.integer({ min: 71, max: MAX_STATEMENTS }) },
  );
const anyCrash = (min: number, freq: number) =>
  fc.option(fc.record({ atStatement: anyStatement(min), isAfterStatement: fc.boolean() }), { freq });
const withFaults = (commands: fc.Arbitrary<Command>): fc.Arbitrary<ScriptedCommand> =>
  fc.record({
    command: commands,
    crash: anyCrash(1, 4),
    lostFrom: fc.option(fc.constantFrom(1, 1, 2, 3, 4), { freq: 8 }),
    isIntentRejected: fc.nat(9).map((chance) => chance === 9),
  });
const concurrently = (commands: fc.Arbitrary<Command>, minLength = 1): fc.Arbitrary<ConcurrentCommands> =>
  fc
    .tuple(fc.array(withFaults(commands), { minLength, maxLength: 3 }), choices)
    .map(([commands, turns]) => new ConcurrentCommands(commands, turns));

const concurrentCommands = concurrently(anyCommand);
const laterCrash = anyCrash(8, 2);
const accepted = { kind: 'pay', secret: 0, card: 'accepted' } as const;
const shipHere = { kind: 'submitShipping', at: 'here' } as const;

/** A checkout that updates the order to a larger cart races a payment. */
const grownCart = fc.constant(single({ kind: 'addItem', product: 1, at: 'here' }));
const racedPayment = fc.tuple(laterCrash, choices).map(
  ([crash, turns]) =>
    new ConcurrentCommands(
      [
        { command: shipHere, crash },
        { command: accepted, crash: null },
        { command: { kind: 'addItem', product: 0, at: 'here' }, crash: null },
      ],
      turns,
    ),
);
const crashedShipping = laterCrash.map((crash) => single(shipHere, crash));
const payment = fc.constant(single(accepted));

const bought = buyWith('accepted');
const readyToPrint = [...bought, single({ kind: 'completePrintFiles' }), single({ kind: 'endChangeWindow' })];

/** The payment is recorded while its cart is changed, read and checked out. */
const paymentDelivered = concurrently(
  fc.oneof(
    deliverWebhook,
    deliverWebhook,
    deliverWebhook,
    openOrderComplete,
    ship,
    add,
    setQuantity,
    simple('reconcile'),
  ),
  2,
).map((step) => new Scenario([single(shipHere), single(accepted), step]));
/** Refunds are made by the shop and at the provider at once. */
const refundedTwice = concurrently(
  fc.oneof(refund, refund, dashboard, cancel, cancelAsCustomer, deliverWebhook, simple('reconcile')),
  2,
).map((step) => new Scenario([...bought, step]));
/** A refund fails or the payment is disputed while the shop refunds it. */
const refundFailed = fc
  .tuple(
    fc.constantFrom('refundFails' as const, 'refundFails' as const, 'disputed' as const),
    concurrently(fc.oneof(refund, refund, dashboard, cancel, cancelAsCustomer, deliverWebhook)),
    concurrently(
      fc.oneof(
        simple('settleBank'),
        simple('settleBank'),
        deliverWebhook,
        deliverWebhook,
        resolveDiscrepancy,
        resolveDiscrepancy,
        refund,
        simple('reconcile'),
      ),
      2,
    ),
  )
  .map(
    ([by, first, second]) =>
      new Scenario([
        ...buyWith(by),
        first,
        single({ kind: 'settleBank' }),
        single({ kind: 'deliverWebhook', webhook: 1 }),
        second,
      ]),
  );
/** The change window ends during cancellations, refunds and submissions. */
const submittedToPrinter = concurrently(
  fc.oneof(
    submitToPrinter,
    submitToPrinter,
    submitToPrinter,
    cancel,
    startProcessing,
    shipManually,
    refund,
    dashboard,
    pollPrinter,
  ),
  2,
).map((step) => new Scenario([...readyToPrint, step]));
/** The provider took another amount: the order waits for an admin or a day, and its cart is used again. */
const amountMismatch = fc
  .tuple(
    concurrently(fc.oneof(deliverWebhook, simple('reconcile'), openOrderComplete)),
    concurrently(
      fc.oneof(
        deliverWebhook,
        simple('reconcile'),
        openOrderComplete,
        resolveDiscrepancy,
        resolveDiscrepancy,
        cancel,
        ship,
        add,
        simple('waitOneDay'),
      ),
      2,
    ),
  )
  .map(
    ([first, second]) =>
      new Scenario([
        single(shipHere),
        single({ kind: 'overcharge' }),
        single(accepted),
        first,
        single({ kind: 'reconcile' }),
        second,
      ]),
  );
/** Printing starts while the order is cancelled, shipped or refunded. */
const printed = fc
  .tuple(
    advancePrinter,
    concurrently(fc.oneof(pollPrinter, pollPrinter, cancel, shipManually, refund, dashboard, advancePrinter), 2),
  )
  .map(
    ([first, step]) =>
      new Scenario([...readyToPrint, single({ kind: 'submitToPrinter', answer: 'received' }), single(first), step]),
  );
/** The submission crashes, or its response is lost, so that the shop does not know whether the printer has the order. */
const interruptedSubmission = fc
  .tuple(
    fc.boolean(),
    fc.option(fc.record({ atStatement: fc.integer({ min: 5, max: 10 }), isAfterStatement: fc.boolean() }), { freq: 1 }),
    fc.array(
      concurrently(
        fc.oneof(
          cancel,
          cancel,
          refund,
          dashboard,
          startProcessing,
          shipManually,
          shipManually,
          advancePrinter,
          pollPrinter,
          submitToPrinter,
        ),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  )
  .map(
    ([isProcessing, crash, steps]) =>
      new Scenario([
        ...readyToPrint,
        ...(isProcessing ? [single({ kind: 'startProcessing', order: 0 })] : []),
        single({ kind: 'submitToPrinter', answer: crash === null ? 'lost' : 'received' }, crash),
        ...steps,
      ]),
  );
const doubtedOrder = createDoubtedOrders(readyToPrint, concurrently, {
  deliver: deliverWebhook,
  submit: submitToPrinter,
  end: fc.oneof(cancel, cancelAsCustomer, startProcessing, refund, dashboard, pollPrinter, simple('settleBank')),
});
const shippedOrder = [
  ...readyToPrint,
  single({ kind: 'submitToPrinter', answer: 'received' }),
  single({ kind: 'advancePrinter', hours: 49 }),
  single({ kind: 'pollPrinter', order: 0 }),
];
const afterSaleOthers = {
  money: fc.oneof(anyDoubt, refund, dashboard, deliverWebhook, deliverWebhook, simple('settleBank')),
  printing: fc.oneof(submitToPrinter, submitToPrinter, cancel, cancelAsCustomer, startProcessing, anyDoubt),
  poll: fc.oneof(pollPrinter, advancePrinter),
};
const reprintedOrder = createReprintedOrders(shippedOrder, concurrently, afterSaleOthers);
const parcels = createParcels(shippedOrder, concurrently, afterSaleOthers);
const askedOrder = createAskedOrders(readyToPrint, concurrently, afterSaleOthers);
const inChangeWindow = concurrently(
  fc.oneof(
    submitToPrinter,
    cancelAsCustomer,
    cancelAsCustomer,
    simple('endChangeWindow'),
    simple('completePrintFiles'),
    cancel,
  ),
  2,
).map((step) => new Scenario([...bought, single({ kind: 'completePrintFiles' }), step]));
/** Items are changed while their print files are made, and again at the end of the change window. */
const anyChange = fc.oneof(changePlacement, changeSize, changeAddress);
const changedInWindow = fc
  .tuple(
    concurrently(fc.oneof(anyChange, anyChange, anyChange, printFileCompleted)),
    concurrently(
      fc.oneof(
        anyChange,
        printFileCompleted,
        printFileCompleted,
        simple('endChangeWindow'),
        submitToPrinter,
        submitToPrinter,
        cancelAsCustomer,
        startProcessing,
      ),
      2,
    ),
  )
  .map(([first, second]) => new Scenario([...bought, first, single({ kind: 'completePrintFiles' }), second]));
/** A failed print file is requested again while it arrives late, the item changes, or the order is due. */
const remadePrintFile = concurrently(
  fc.oneof(
    remakePrintFiles,
    remakePrintFiles,
    resolveDiscrepancy,
    printFileFailed,
    printFileCompleted,
    anyChange,
    submitToPrinter,
    simple('endChangeWindow'),
    cancelAsCustomer,
  ),
  2,
).map((step) => new Scenario([...bought, single({ kind: 'printFileFailed', item: 0 }), step]));
/** Commands that may race a payment. */
const anyConcurrent = fc.oneof(
  ship,
  ship,
  fc.oneof(add, setQuantity),
  payOnPage,
  pay,
  deliverWebhook,
  deliverWebhook,
  deliverWebhook,
  simple('reconcile'),
  openOrderComplete,
  refund,
  fc.oneof(cancel, cancelAsCustomer, simple('signIn')),
);
const manyConcurrent = fc
  .tuple(
    fc.boolean(),
    fc.boolean(),
    fc.array(withFaults(anyConcurrent), { minLength: 4, maxLength: 8 }),
    choicesBetween(8),
  )
  .map(
    ([isPaid, isGrown, parts, turns]) =>
      new Scenario([
        single(shipHere),
        ...(isPaid ? [single(accepted)] : []),
        ...(isGrown ? [single({ kind: 'addItem', product: 1, at: 'here' })] : []),
        new ConcurrentCommands(parts, turns),
      ]),
  );
/** The guest signs in during a checkout or its payment. */
const claimedGuest = fc
  .tuple(
    withFaults(simple('signIn')),
    fc.array(withFaults(fc.oneof(ship, add, pay, deliverWebhook, openOrderComplete, simple('reconcile'))), {
      minLength: 1,
      maxLength: 2,
    }),
    choices,
  )
  .map(
    ([signIn, others, turns]) => new Scenario([single(shipHere), new ConcurrentCommands([signIn, ...others], turns)]),
  );

/** A scenario has about five commands, so the weights give both the same share of commands. */
const returnedMoney = fc.oneof(refundFailed, amountMismatch, raceScenarios);
const atPrinter = fc.oneof(submittedToPrinter, printed);

export const scenarios = fc.commands(
  [
    concurrentCommands,
    concurrentCommands,
    concurrentCommands,
    concurrentCommands,
    racedPayment,
    grownCart,
    crashedShipping,
    payment,
    paymentDelivered,
    refundedTwice,
    returnedMoney,
    atPrinter,
    interruptedSubmission,
    doubtedOrder,
    fc.oneof(reprintedOrder, reprintedOrder, reprintedOrder, parcels, askedOrder),
    inChangeWindow,
    fc.oneof(changedInWindow, changedInWindow, remadePrintFile),
    claimedGuest,
    manyConcurrent,
    outdatedPage,
  ],
  { maxCommands: 5, size: 'max' },
);
