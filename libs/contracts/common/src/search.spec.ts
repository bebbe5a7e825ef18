import { cleanSearchWords } from './search.js';

it.each([
  ['#PA-0123456789.', 'PA-0123456789'],
  ['\u200ePA-0123456789\u200b', 'PA-0123456789'],
  ['\u202a“Doe, Pat”\u202c', 'Doe Pat'],
  ['<pat+shop@example.com>,', 'pat+shop@example.com'],
  ['O’Neill (Zoë)\0', 'O’Neill Zoë'],
  ['A.B.C. 100% =1+1', 'A.B.C 100% =1+1'],
  ['a\u200cb', 'a\u200cb'],
  ['a\tb', 'a\tb'],
  ['…', ''],
])('%j means %j', (words, meant) => expect(cleanSearchWords(words)).toBe(meant));
