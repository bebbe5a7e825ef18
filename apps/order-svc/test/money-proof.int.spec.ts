import fc from 'fast-check';
import { Play } from './money/money-acts.js';
import type { Known, Stage } from './money/money-commands.js';
import { prove } from './money/money-rest.js';
import { scripts } from './money/money-scripts.js';
import { MoneyShop } from './money/money-shop.js';
import { moneyProofSettings } from './money/money-settings.js';

const { runs, seed, batch } = moneyProofSettings();

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
it(`each succeeded payment is exactly one order of exactly that amount, or goes back in full, and each paid order is printed exactly once (${runs} runs)`, async () => {
  for (let done = 0; done < runs; done += batch) {
    await fc.assert(property, { seed: seed + done, numRuns: Math.min(batch, runs - done), endOnFailure: false });
    if (runs > batch) process.stderr.write(`  ${Math.min(done + batch, runs)} of ${runs} runs hold (seed ${seed + done})\n`);
  }
}, 0x7fffffff);
