import fc from 'fast-check';
import { Play } from './money/money-acts.js';
import type { Known, Stage } from './money/money-commands.js';
import { prove } from './money/money-rest.js';
import { scripts } from './money/money-scripts.js';
import { MoneyShop } from './money/money-shop.js';
import { batchesOf, moneyProofSettings } from './money/money-settings.js';

const settings = moneyProofSettings();

let shop: MoneyShop;
beforeAll(async () => {
  shop = await MoneyShop.open();
}, 60_000);
afterAll(() => shop.close());

const property = fc.asyncProperty(scripts, async (script) => {
  const scene = await shop.begin();
  const stage: Stage = { shop, play: new Play(shop, scene), heard: new Set() };
  const setup = (): { model: Known; real: Stage } => ({ model: { isShipped: false, isPaid: false }, real: stage });
  await fc.asyncModelRun(setup, script);
  await prove(stage);
});

/** Whatever is done at the same time, in whatever order it is told, and wherever a process dies. */
it(`each succeeded payment is exactly one order of exactly that amount, or goes back in full, and each paid order is printed exactly once (${settings.runs} runs)`, async () => {
  for (const { from, runs, seed } of batchesOf(settings)) {
    await fc.assert(property, { seed, numRuns: runs });
    if (settings.stopFile !== null) process.stderr.write(`held ${from} ${runs}\n`);
  }
}, 0x7fffffff);
