import { testEnvironment } from '@shop/testing';
import fc from 'fast-check';
import type { Crash } from './money/statement-scheduler.js';
import { CommandRunner, type Command } from './money/command-runner.js';
import { single, Scenario, type ModelState, type TestRun, ConcurrentCommands } from './money/scenarios.js';
import { verifyFinalState } from './money/final-state.js';
import { scenarios } from './money/scenario-generators.js';
import { ModelShop } from './money/model-shop.js';
import { buyWith } from './money/race-scenarios.js';

/** Few runs, so that `npm test` is fast; `npm run prove:money` makes many more. The same seed makes the same runs. */
const RUNS = Number(testEnvironment.money.runs ?? 200);
const SEED = Number(testEnvironment.money.seed ?? Math.floor(Math.random() * 2 ** 30));

/** Some ten times what a run takes on a machine that has nothing else to do, and a start. */
const MODEL_TIMEOUT_MS = 120_000 + RUNS * 3_000;
const CRASHES_TIMEOUT_MS = 600_000;

let shop: ModelShop;
beforeAll(async () => {
  shop = await ModelShop.start();
}, 60_000);
afterAll(() => shop.close());

const initialState = (): ModelState => ({ isShipped: false, isPaid: false });

/** Commands run concurrently, webhooks arrive in any order, and processes crash anywhere. */
it(
  `each succeeded payment is exactly one order of exactly that amount, or is refunded in full, and each paid order is printed exactly once (${RUNS} runs)`,
  async () => {
    const property = fc.asyncProperty(scenarios, async (script) => {
      const testRun: TestRun = { shop, runner: new CommandRunner(shop, await shop.reset()), delivered: new Set() };
      await fc.asyncModelRun(() => ({ model: initialState(), real: testRun }), script);
      await verifyFinalState(testRun);
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  },
  MODEL_TIMEOUT_MS,
);

/** More statements than any of these commands has. */
const MAX_CRASH_STATEMENTS = 250;

/** More than a submission has before it calls the printer. */
const MAX_CHECK_STATEMENTS = 30;

interface CrashCase {
  before: readonly ConcurrentCommands[];
  command: Command;
  /** What runs after the command was retried. */
  after?: readonly ConcurrentCommands[];
}

const ship = { kind: 'submitShipping', at: 'here' } as const;
const pay = { kind: 'pay', secret: 0, card: 'accepted' } as const;
const shipped = [single(ship)];
const paidWithoutWebhook = [single(ship), single(pay)];
const bought = buyWith('accepted');
const ready = [...bought, single({ kind: 'completePrintFiles' }), single({ kind: 'endChangeWindow' })];
const shippedOrder = [
  ...ready,
  single({ kind: 'submitToPrinter', answer: 'received' }),
  single({ kind: 'advancePrinter', hours: 49 }),
  single({ kind: 'pollPrinter', order: 0 }),
];
const sendAgain = { kind: 'requestReprint', order: 0, pieces: 1, isWhole: false, isSeen: true, key: 0 } as const;

const CRASH_CASES: [string, CrashCase][] = [
  ['the shipping call', { before: [], command: ship, after: [single(pay)] }],
  [
    'the shipping call of a changed cart',
    {
      before: [...shipped, single({ kind: 'addItem', product: 1, at: 'here' })],
      command: ship,
      after: [single({ ...pay, secret: 1 })],
    },
  ],
  ['the webhook of a payment', { before: paidWithoutWebhook, command: { kind: 'deliverWebhook', webhook: 0 } }],
  ['a reconciliation that finds a payment', { before: paidWithoutWebhook, command: { kind: 'reconcile' } }],
  [
    'a reconciliation that cancels an abandoned order',
    { before: [...shipped, single({ kind: 'waitOneDay' })], command: { kind: 'reconcile' } },
  ],
  ['an admin’s refund', { before: bought, command: { kind: 'refund', order: 0, cents: 500, key: 0 } }],
  ['a customer’s cancellation', { before: bought, command: { kind: 'cancelAsCustomer', order: 0 } }],
  [
    'the webhook of a review',
    { before: [...bought, single({ kind: 'openReview', order: 0 })], command: { kind: 'deliverWebhook', webhook: 1 } },
  ],
  [
    'an admin’s decision to continue the printing',
    {
      before: [...bought, single({ kind: 'openReview', order: 0 }), single({ kind: 'deliverWebhook', webhook: 1 })],
      command: { kind: 'continuePrinting', order: 0 },
    },
  ],
  ['an admin’s request to send an item again', { before: shippedOrder, command: sendAgain }],
  [
    'the submission of a reprint',
    {
      before: [...shippedOrder, single(sendAgain), single({ kind: 'confirmReprintFiles', reprint: 0 })],
      command: { kind: 'submitReprints', answer: 'received' },
    },
  ],
  [
    'the submission to the printer',
    {
      before: ready,
      command: { kind: 'submitToPrinter', answer: 'received' },
    },
  ],
];

async function crashes({ command }: CrashCase, crash: Crash, { runner }: TestRun): Promise<boolean> {
  const [result] = await shop.scheduler.runProcesses([{ crash, run: () => runner.runCommand(command) }], []);
  if (result?.outcome === 'failed') throw result.error;
  return result?.outcome === 'crashed';
}

/**
 * False if the command finished before the crash. A command that crashed before a statement is not retried; one that
 * crashed after a statement is.
 */
async function crashAt(crashCase: CrashCase, crash: Crash): Promise<boolean> {
  const testRun: TestRun = { shop, runner: new CommandRunner(shop, await shop.reset()), delivered: new Set() };
  await new Scenario(crashCase.before).run(initialState(), testRun);
  const hasCrashed = await crashes(crashCase, crash, testRun);
  if (crash.isAfterStatement)
    await new Scenario([single(crashCase.command), ...(crashCase.after ?? [])]).run(initialState(), testRun);
  await verifyFinalState(testRun);
  return hasCrashed;
}

/** The model test above chooses crashes at random; this one covers every statement. */
it.each(CRASH_CASES)(
  'money adds up wherever the process crashes in %s',
  async (_, crashCase) => {
    let at = 1;
    for (let isFinished = false; !isFinished; at += 1) {
      for (const isAfterStatement of [false, true]) {
        const hasCrashed = await crashAt(crashCase, { atStatement: at, isAfterStatement }).catch((cause: unknown) => {
          throw new Error(`it crashed ${isAfterStatement ? 'after' : 'before'} statement ${at}: ${String(cause)}`, {
            cause,
          });
        });
        isFinished ||= !hasCrashed;
      }
      if (at > MAX_CRASH_STATEMENTS) throw new Error('The command has too many statements');
    }
    expect(at).toBeGreaterThan(5);
  },
  CRASHES_TIMEOUT_MS,
);

/** The printer was not called, so nothing protects the order from its cancellation. */
it(
  'an order is cancelled wherever its refund arrives while a review of its payment is found before the printing',
  async () => {
    const before = [
      ...ready,
      single({ kind: 'openReview', order: 0 }),
      single({ kind: 'refundAtProvider', order: 0, cents: null }),
    ];
    const submit = { command: { kind: 'submitToPrinter', answer: 'received' }, crash: null } as const;
    const deliverRefund = { command: { kind: 'deliverWebhook', webhook: 2 }, crash: null } as const;
    for (let at = 0; at <= MAX_CHECK_STATEMENTS; at += 1) {
      const testRun: TestRun = { shop, runner: new CommandRunner(shop, await shop.reset()), delivered: new Set() };
      const turns = [...Array<number>(at).fill(0), ...Array<number>(MAX_CRASH_STATEMENTS).fill(1)];
      const script = new Scenario([...before, new ConcurrentCommands([submit, deliverRefund], turns)]);
      await script.run(initialState(), testRun);
      await verifyFinalState(testRun).catch((cause: unknown) => {
        throw new Error(`it arrived after statement ${at}: ${String(cause)}`, { cause });
      });
    }
  },
  CRASHES_TIMEOUT_MS,
);
