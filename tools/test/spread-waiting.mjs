import Sequencer from '@jest/test-sequencer';
import { inGoodOrder } from './long-specs.ts';

/** Jest's own order, by what each took the last time, else by its size; but the longest first, and those that wait among those that work. */
export default class SpreadWaiting extends Sequencer {
  sort(tests) {
    return inGoodOrder(super.sort(tests));
  }
}
