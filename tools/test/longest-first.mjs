import Sequencer from '@jest/test-sequencer';
import { isLong } from './long-specs.ts';

/** Jest's own order, by what each took the last time, else by its size; but in a fresh clone, where nothing is known yet, the longest first. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(({ path }) => isLong(path)), ...sorted.filter(({ path }) => !isLong(path))];
  }
}
