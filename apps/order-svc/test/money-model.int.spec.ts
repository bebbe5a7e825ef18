import { testEnvironment } from '@shop/testing';
import fc from 'fast-check';
import type { Crash } from './money/statement-scheduler.js';
import { CommandRunner, type Command } from './money/command-runner.js';
import { single, Scenario, type ModelState, type TestRun, type ConcurrentCommands } from './money/scenarios.js';
import { verifyFinalState } from './money/final-state.js';
import { scenarios } from './money/scenario-generators.js';
import { ModelShop } from './money/model-shop.js';
import { buyWith } from './money/race-scenarios.js';

/** Few enough for `npm test`; `npm run prove:money` makes many more. The same seed makes the same runs. */
const RUNS = Number(testEnvironment.money.runs ?? 200);
const SEED = Number(testEnvironment.money.seed ?? Math.floor(Math.random() * 2 ** 30));

let shop: ModelShop;
beforeAll(async () => {
  shop = await ModelShop.start();
}, 60_000);
afterAll(() => shop.close());

const initialState = (): ModelState => ({ isShipped: false, isPaid: false });

/** Whatever is done at the same time, in whatever order it is delivered, and wherever a process dies. */
it(`each succeeded payment is exactly one order of exactly that amount, or is refunded in full, and each paid order is printed exactly once (${RUNS} runs)`, async () => {
  const property = fc.asyncProperty(scenarios, async (script) => {
    const stage: TestRun = { shop, runner: new CommandRunner(shop, await shop.reset()), delivered: new Set() };
    await fc.asyncModelRun(() => ({ model: initialState(), real: stage }), script);
    await verifyFinalState(stage);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
}, 0x7fffffff);

/** More than any of these commands has. */
const MAX_CRASH_STATEMENTS = 250;

interface CrashCase {
  before: readonly ConcurrentCommands[];
  command: Command;
  /** What is done once the command was tried again. */
  after?: readonly ConcurrentCommands[];
}

const ship = { kind: 'submitShipping', at: 'here' } as const;
const pay = { kind: 'pay', secret: 0, card: 'accepted' } as const;
const shipped = [single(ship)];
const paidWithoutWebhook = [single(ship), single(pay)];
const bought = buyWith('accepted');

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
  ['a confirmation heard by webhook', { before: paidWithoutWebhook, command: { kind: 'deliverWebhook', webhook: 0 } }],
  ['a sweep that learns of a payment', { before: paidWithoutWebhook, command: { kind: 'reconcile' } }],
  [
    'a sweep that ends what was left',
    { before: [...shipped, single({ kind: 'waitOneDay' })], command: { kind: 'reconcile' } },
  ],
  ['an admin’s refund', { before: bought, command: { kind: 'refund', order: 0, cents: 500, key: 0 } }],
  ['a customer’s cancellation', { before: bought, command: { kind: 'cancelAsCustomer', order: 0 } }],
  [
    'the hand-over to the printer',
    {
      before: [...bought, single({ kind: 'completePrintFiles' }), single({ kind: 'endChangeWindow' })],
      command: { kind: 'submitToPrinter', answer: 'heard' },
    },
  ],
];

async function crashes({ command }: CrashCase, crash: Crash, { runner: play }: TestRun): Promise<boolean> {
  const [ending] = await shop.scheduler.runProcesses([{ crash, run: () => play.runCommand(command) }], []);
  if (ending?.how === 'failed') throw ending.error;
  return ending?.how === 'died';
}

/** False where the command was over before it could die. What has died before a statement is left so; after one, somebody tries it again. */
async function crashAt(tried: CrashCase, crash: Crash): Promise<boolean> {
  const stage: TestRun = { shop, runner: new CommandRunner(shop, await shop.reset()), delivered: new Set() };
  await new Scenario(tried.before).run(initialState(), stage);
  const hasDied = await crashes(tried, crash, stage);
  if (crash.isAfterStatement)
    await new Scenario([single(tried.command), ...(tried.after ?? [])]).run(initialState(), stage);
  await verifyFinalState(stage);
  return hasDied;
}

/** The proof of money draws its deaths by lot; here none is left out. */
it.each(CRASH_CASES)('money adds up wherever the process dies in %s', async (_, tried) => {
  let at = 1;
  for (let isOver = false; !isOver; at += 1) {
    for (const isAfterStatement of [false, true]) {
      const hasDied = await crashAt(tried, { atStatement: at, isAfterStatement }).catch((cause: unknown) => {
        throw new Error(`it died ${isAfterStatement ? 'after' : 'before'} statement ${at}: ${String(cause)}`, {
          cause,
        });
      });
      isOver ||= !hasDied;
    }
    if (at > MAX_CRASH_STATEMENTS) throw new Error('This command has no end');
  }
  expect(at).toBeGreaterThan(5);
});
