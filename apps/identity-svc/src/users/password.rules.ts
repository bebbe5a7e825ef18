import { DomainError } from '@shop/contracts/common';
import { PASSWORD_MIN } from '@shop/contracts/identity';
import { dictionary } from '@zxcvbn-ts/language-common';

const COUNT = 3_000;

/** The most common passwords that are long enough, in lower case. The package sorts them by frequency. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN).slice(0, COUNT),
);

export const COMMON_PASSWORD_MESSAGE = 'This password is one of the most common ones. Please choose another one.';

/** Ignores case: `Password1` is guessed as soon as `password1`. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());

/** Throws `invalid` for one of the 3,000 most common passwords. */
export function assertUncommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new DomainError('PASSWORD_COMMON', 'invalid', COMMON_PASSWORD_MESSAGE);
}
