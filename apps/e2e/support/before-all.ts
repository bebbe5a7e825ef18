import { buildShop } from '@shop/tools/stack';
import { letShopsStartInTurn } from './shops-in-turn.ts';

/** Before any test, whatever shops of several workers would get in each other's way with. */
export default async function beforeAll(): Promise<() => Promise<void>> {
  await buildShop({ quiet: true }); // two shops that start at once would build into the same folders
  return letShopsStartInTurn();
}
