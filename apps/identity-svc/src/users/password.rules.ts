import { DomainError } from '@shop/contracts-common';
import { PASSWORD_MIN } from '@shop/contracts-identity';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The common passwords that are long enough, in lower case: about 18,000. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN),
);

/** A password that repeats so few characters is guessed early. */
const PATTERN_MAX_LENGTH = 4;

export const COMMON_PASSWORD_MESSAGE = 'This password is one of the most common ones. Please choose another one.';
export const PATTERN_PASSWORD_MESSAGE =
  'This password repeats the same few characters, or is a row of letters or digits. Please choose another one.';

/** Ignores case: `Password1` is guessed as soon as `password1`. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());

/** Whether each character follows from the ones before: `aaaaaaaa`, `abcdefgh`, `87654321`, `xyz1xyz1`. The list has only some of them. */
function isPattern(password: string): boolean {
  const codes = [...password.toLowerCase()].map((character) => character.codePointAt(0) ?? 0);
  const isEach = (follows: (code: number, at: number) => boolean, from: number): boolean =>
    codes.slice(from).every((code, index) => follows(code, index + from));
  const periods = Array.from({ length: PATTERN_MAX_LENGTH }, (_, index) => index + 1);
  return (
    [1, -1].some((step) => isEach((code, at) => code === (codes[at - 1] ?? 0) + step, 1)) ||
    periods.some((period) => isEach((code, at) => code === codes[at - period], period))
  );
}

/** The reason why a thief would guess the password early, without knowing its owner; null if there is none. */
export function findCommonReason(password: string): string | null {
  if (isCommonPassword(password)) return COMMON_PASSWORD_MESSAGE;
  return isPattern(password) ? PATTERN_PASSWORD_MESSAGE : null;
}

/** Throws `invalid` (400) for one of the most common passwords, and for a pattern. */
export function assertUncommonPassword(password: string): void {
  const reason = findCommonReason(password);
  if (reason !== null) throw new DomainError('PASSWORD_COMMON', 'invalid', reason);
}
