import { BRAND, DomainError } from '@shop/contracts/common';

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

function listWords({ email, firstName, lastName }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const own = [local, domain.split('.')[0] ?? '', firstName ?? '', lastName ?? ''].map((word) => word.toLowerCase());
  const parts = own.flatMap((word) => [word, ...word.split(/[^\p{L}]+/u)]);
  return [...CONTEXT_WORDS, ...parts.filter(({ length }) => length >= WORD_MIN_LENGTH)].sort(
    (one, other) => other.length - one.length,
  );
}

/** Whether a password is little more than words of the shop, of the address or of the name. */
export function isContextPassword(password: string, owner: PasswordOwner): boolean {
  const text = password.toLowerCase();
  const remainder = listWords(owner).reduce((rest, word) => rest.replaceAll(word, ' '), text);
  return remainder !== text && remainder.replaceAll(/[^\p{L}\p{N}]/gu, '').length < REMAINDER_MIN_LENGTH;
}

export const CONTEXT_PASSWORD_MESSAGE = `Please choose a password that is not made of your name, your email address or ${BRAND}.`;

/** Throws `invalid` (400). */
export function assertNoContextPassword(password: string, owner: PasswordOwner): void {
  if (isContextPassword(password, owner))
    throw new DomainError('PASSWORD_GUESSABLE', 'invalid', CONTEXT_PASSWORD_MESSAGE);
}
