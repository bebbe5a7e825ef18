import { testEnvironment } from '@shop/testing';

/** How many runs `npm test` has time for. */
const USUAL_RUNS = 300;
/** So many runs have one seed. */
const BATCH = 500;

export interface MoneyProofSettings {
  runs: number;
  seed: number;
  batch: number;
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number, not "${text}"`);
  return value;
}

/** `MONEY_RUNS`; and `MONEY_SEED` to see a failure again: the same seed brings the same runs. */
export const moneyProofSettings = (): MoneyProofSettings => ({
  runs: wholeNumber('MONEY_RUNS', testEnvironment.moneyRuns, USUAL_RUNS),
  seed: wholeNumber('MONEY_SEED', testEnvironment.moneySeed, Math.floor(Math.random() * 2 ** 30)),
  batch: BATCH,
});
