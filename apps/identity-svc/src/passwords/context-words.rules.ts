import { BRAND, DomainError } from '@shop/contracts-common';

/** The first words in guesses of this shop's passwords. docs/security.md lists them. */
export const CONTEXT_WORDS: readonly string[] = [
  BRAND.toLowerCase(),
  'admin',
  'password',
  'welcome',
  'shop',
  'login',
  'pet',
  'art',
];

/** Shorter parts of a name or an address are in too many good passwords. */
const WORD_MIN_LENGTH = 3;

/** So many letters and digits must remain without the words. */
const REMAINDER_MIN_LENGTH = 6;

export interface PasswordOwner {
  readonly email: string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
}

type Origin = 'name' | 'address' | 'shop';

function listOwnWords(texts: readonly (string | null | undefined)[], origin: Origin): [string, Origin][] {
  const words = texts.map((text) => (text ?? '').toLowerCase());
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}]+/u)]);
  return parts.filter(({ length }) => length >= WORD_MIN_LENGTH).map((word) => [word, origin]);
}

/** The longest first. A word with several origins has the last one. */
function listWords({ email, firstName, lastName }: PasswordOwner): [string, Origin][] {
  const [local = '', domain = ''] = email.split('@');
  const words = new Map<string, Origin>([
    ...CONTEXT_WORDS.map((word): [string, Origin] => [word, 'shop']),
    ...listOwnWords([local, domain.split('.')[0]], 'address'),
    ...listOwnWords([firstName, lastName], 'name'),
  ]);
  return [...words].sort(([one], [other]) => other.length - one.length);
}

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function describeWords(found: readonly [string, Origin][]): string {
  const hasOrigin = (origin: Origin): boolean => found.some(([, each]) => each === origin);
  const shopWords = found.filter(([, origin]) => origin === 'shop').map(([word]) => `“${word}”`);
  const shopPart = `${shopWords.length === 1 ? 'the word' : 'words like'} ${listFormat.format(shopWords)}`;
  return listFormat.format([
    ...(hasOrigin('name') ? ['your name'] : []),
    ...(hasOrigin('address') ? ['your email address'] : []),
    ...(shopWords.length > 0 ? [shopPart] : []),
  ]);
}

/** The reason, as a sentence, if the password is little more than words of the shop, of the address or of the name; otherwise null. */
export function findContextReason(password: string, owner: PasswordOwner): string | null {
  let remainder = password.toLowerCase();
  const found = listWords(owner).filter(([word]) => {
    const isFound = remainder.includes(word);
    remainder = remainder.replaceAll(word, ' ');
    return isFound;
  });
  if (found.length === 0 || remainder.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= REMAINDER_MIN_LENGTH) return null;
  return `This password is little more than ${describeWords(found)}. Please choose another one.`;
}

/** Throws `invalid` (400). */
export function assertNoContextPassword(password: string, owner: PasswordOwner): void {
  const reason = findContextReason(password, owner);
  if (reason !== null) throw new DomainError('PASSWORD_GUESSABLE', 'invalid', reason);
}
