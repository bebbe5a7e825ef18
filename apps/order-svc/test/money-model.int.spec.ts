import { testEnvironment } from '@shop/testing';
import fc from 'fast-check';
import type { Death } from './money/conductor.js';
import { Play, type Act } from './money/money-acts.js';
import { alone, Story, type Known, type Stage, type Together } from './money/money-commands.js';
import { prove } from './money/money-rest.js';
import { scripts } from './money/money-scripts.js';
import { MoneyShop } from './money/money-shop.js';
import { boughtWith } from './money/narrow-stories.js';

/** Few enough for `npm test`; `npm run prove:money` makes many more. The same seed makes the same runs. */
const RUNS = Number(testEnvironment.money.runs ?? 200);
const SEED = Number(testEnvironment.money.seed ?? Math.floor(Math.random() * 2 ** 30));

let shop: MoneyShop;
beforeAll(async () => {
  shop = await MoneyShop.open();
}, 60_000);
afterAll(() => shop.close());

const known = (): Known => ({ isShipped: false, isPaid: false });

/** Whatever is done at the same time, in whatever order it is delivered, and wherever a process dies. */
it(`each succeeded payment is exactly one order of exactly that amount, or is refunded in full, and each paid order is printed exactly once (${RUNS} runs)`, async () => {
  const property = fc.asyncProperty(scripts, async (script) => {
    const stage: Stage = { shop, play: new Play(shop, await shop.begin()), heard: new Set() };
    await fc.asyncModelRun(() => ({ model: known(), real: stage }), script);
    await prove(stage);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
}, 0x7fffffff);

/** More than any of these acts has. */
const MOST_STATEMENTS = 250;

interface Case {
  before: readonly Together[];
  act: Act;
  /** What is done once the act was tried again. */
  after?: readonly Together[];
}

const ship = { kind: 'ship', at: 'here' } as const;
const pay = { kind: 'pay', secret: 0, card: 'accepted' } as const;
const shown = [alone(ship)];
const unheard = [alone(ship), alone(pay)];
const bought = boughtWith('accepted');

const CASES: [string, Case][] = [
  ['the shipping call', { before: [], act: ship, after: [alone(pay)] }],
  [
    'the shipping call of a changed cart',
    {
      before: [...shown, alone({ kind: 'add', product: 1, at: 'here' })],
      act: ship,
      after: [alone({ ...pay, secret: 1 })],
    },
  ],
  ['a confirmation heard by webhook', { before: unheard, act: { kind: 'hear', webhook: 0 } }],
  ['a sweep that learns of a payment', { before: unheard, act: { kind: 'sweep' } }],
  ['a sweep that ends what was left', { before: [...shown, alone({ kind: 'leave' })], act: { kind: 'sweep' } }],
  ['an admin’s refund', { before: bought, act: { kind: 'refund', order: 0, cents: 500, key: 0 } }],
  ['a customer’s cancellation', { before: bought, act: { kind: 'cancelOwn', order: 0 } }],
  [
    'the hand-over to the printer',
    {
      before: [...bought, alone({ kind: 'draw' }), alone({ kind: 'endChangeWindow' })],
      act: { kind: 'print', answer: 'heard' },
    },
  ],
];

async function dies({ act }: Case, death: Death, { play }: Stage): Promise<boolean> {
  const [ending] = await shop.conductor.play([{ death, run: () => play.perform(act) }], []);
  if (ending?.how === 'failed') throw ending.error;
  return ending?.how === 'died';
}

/** False where the act was over before it could die. What has died before a statement is left so; after one, somebody tries it again. */
async function dieAt(tried: Case, death: Death): Promise<boolean> {
  const stage: Stage = { shop, play: new Play(shop, await shop.begin()), heard: new Set() };
  await new Story(tried.before).run(known(), stage);
  const hasDied = await dies(tried, death, stage);
  if (death.isAfter) await new Story([alone(tried.act), ...(tried.after ?? [])]).run(known(), stage);
  await prove(stage);
  return hasDied;
}

/** The proof of money draws its deaths by lot; here none is left out. */
it.each(CASES)('money adds up wherever the process dies in %s', async (_, tried) => {
  let at = 1;
  for (let isOver = false; !isOver; at += 1) {
    for (const isAfter of [false, true]) {
      const hasDied = await dieAt(tried, { at, isAfter }).catch((cause: unknown) => {
        throw new Error(`it died ${isAfter ? 'after' : 'before'} statement ${at}: ${String(cause)}`, { cause });
      });
      isOver ||= !hasDied;
    }
    if (at > MOST_STATEMENTS) throw new Error('This act has no end');
  }
  expect(at).toBeGreaterThan(5);
});
