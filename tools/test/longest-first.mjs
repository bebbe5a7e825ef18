import Sequencer from '@jest/test-sequencer';

/** Half a minute and more each: begun last, one of them would run on while every other core has nothing left to do. */
const LONG = /\/(money-proof|changed-orders|takeover|promises|secrets|letters-delivery|hardships|openai-engine|print-takeover)\.int\.spec\.ts$/;

/** Jest's own order, by what each took the last time, else by its size; but in a fresh clone, where nothing is known yet, the longest first. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(({ path }) => LONG.test(path)), ...sorted.filter(({ path }) => !LONG.test(path))];
  }
}
