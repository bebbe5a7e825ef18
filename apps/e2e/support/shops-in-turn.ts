import { inTurn, openTurnstile } from '@shop/tools/turnstile';

/**
 * The start of a shop fills both cores: four at once are no quicker than one after another, and on a slow machine none of them is ready within its
 * minute. The first one is of use while the next one starts. Gives what ends it.
 */
export async function letShopsStartInTurn(): Promise<() => Promise<void>> {
  const { port, close } = await openTurnstile();
  process.env.SHOPS_IN_TURN = String(port); // the workers' too
  return close;
}

export const whenItsTurn = <T>(start: () => Promise<T>): Promise<T> => inTurn(Number(process.env.SHOPS_IN_TURN), start);
