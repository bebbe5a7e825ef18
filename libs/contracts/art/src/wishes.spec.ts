import { keepFollowed, listIgnoredWords, readWishWords } from './wishes.js';

const follow = (prompt: string, styleKey: string | null = 'modern', hasStyleBackground = true) =>
  keepFollowed(readWishWords(prompt), styleKey, hasStyleBackground);
const keysOf = (...given: Parameters<typeof follow>) =>
  Object.values(follow(...given)).map((wish: { key: string } | null) => wish?.key ?? null);

describe('a prompt for the built-in engine', () => {
  it.each([
    ['Autumn colours, gold, in a FOREST', 'modern', true, ['gold', 'warm', 'forest']],
    ['gold forest at night', 'cyberpunk', true, ['gold', null, 'forest']],
    ['gold, pastel', 'minimalistic', true, ['gold', null, null]],
    ['forest, pastel', 'abstract', true, [null, 'pastel', null]],
    ['forest, pastel', 'modern', false, [null, 'pastel', null]],
    ['a tiny crown', null, true, [null, null, null]],
  ] as const)('%j in %s is followed', (prompt, styleKey, hasStyleBackground, expected) => {
    expect(keysOf(prompt, styleKey, hasStyleBackground)).toEqual(expected);
  });

  it.each([
    ['Wearing a tiny crown, autumn colours', ['wearing', 'tiny', 'crown']],
    ['red and blue, Krönchen und 王冠', ['blue', 'krönchen', 'und', '王冠']],
    ['', []],
  ])('%j: what changes nothing is named', (prompt, expected) => {
    expect(listIgnoredWords(prompt, follow(prompt))).toEqual(expected);
  });
});
