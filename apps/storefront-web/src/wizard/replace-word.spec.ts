import { addWord, replaceWord } from './replace-word.js';

it.each([
  ['Gold crown, at night', 'gold', 'teal', 'teal crown, at night'],
  ['Gold crown, at night', 'night', null, 'Gold crown, at'],
  ['gold, night', 'gold', null, 'night'],
  ['golden', 'gold', null, 'golden'],
])('in %j, %j becomes %j', (text, word, replacement, expected) => {
  expect(replaceWord(text, word, replacement)).toBe(expected);
});

it('adds a word after a comma', () => {
  expect([addWord(' ', 'sea'), addWord('a tiny crown. ', 'sea')]).toEqual(['sea', 'a tiny crown, sea']);
});
