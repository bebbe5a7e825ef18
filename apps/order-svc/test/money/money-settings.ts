import { existsSync } from 'node:fs';
import { testEnvironment } from '@shop/testing';

/** How many runs `npm test` has time for. */
const USUAL_RUNS = 1_000;
/** So many runs have one seed. */
const BATCH = 100;

export interface MoneyProofSettings {
  /** The last one's number, counted from 0, is one less. */
  runs: number;
  seed: number;
  from: number;
  /** Which of so many workers this is, from 1: they take turns with the batches. */
  share: { worker: number; workers: number };
  /** Once there is a file of this name, no more batches are begun; null: nobody ends it early. */
  stopFile: string | null;
}

export interface Batch {
  from: number;
  runs: number;
  seed: number;
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number, not "${text}"`);
  return value;
}

/** `MONEY_RUNS`; and `MONEY_SEED` to see a failure again: the same seed brings the same runs. The others are the tool's, which shares the work out. */
export function moneyProofSettings(): MoneyProofSettings {
  const { runs, seed, from, share, stop } = testEnvironment.money;
  const [worker, workers] = (share ?? '1/1').split('/');
  return {
    runs: wholeNumber('MONEY_RUNS', runs, USUAL_RUNS),
    seed: wholeNumber('MONEY_SEED', seed, Math.floor(Math.random() * 2 ** 30)),
    from: wholeNumber('MONEY_FROM', from, 0),
    share: { worker: wholeNumber('MONEY_SHARE', worker, 1), workers: wholeNumber('MONEY_SHARE', workers, 1) },
    stopFile: stop ?? null,
  };
}

/** This worker's, until it is stopped. */
export function* batchesOf({
  runs,
  seed,
  from,
  share: { worker, workers },
  stopFile,
}: MoneyProofSettings): Generator<Batch> {
  for (let start = from + (worker - 1) * BATCH; start < runs; start += workers * BATCH) {
    if (stopFile !== null && existsSync(stopFile)) return;
    yield { from: start, runs: Math.min(BATCH, runs - start), seed: seed + start };
  }
}
