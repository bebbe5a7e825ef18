import { createHash } from 'node:crypto';

/** Every test key works. Keys with the same end belong to one account, as `sk_test_shop` and `pk_test_shop`. */
const SECRET_KEY = /^(?:sk|rk)_test_(\w+)$/;
const PUBLISHABLE_KEY = /^pk_test_(\w+)$/;

const toAccount = (name: string): string => `acct_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;

function parseKey(key: string, pattern: RegExp): string | null {
  const name = pattern.exec(key)?.[1];
  return name === undefined ? null : toAccount(name);
}

/** The account of a secret or restricted key; null if it is none. */
export const findAccountBySecretKey = (key: string): string | null => parseKey(key, SECRET_KEY);

export const findAccountByPublishableKey = (key: string): string | null => parseKey(key, PUBLISHABLE_KEY);

/** The key of an `authorization` header: a bearer token, or the user name of basic authentication. */
export function readKey(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  return /^basic$/i.test(scheme) ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : value;
}
