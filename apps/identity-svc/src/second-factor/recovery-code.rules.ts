import { hash, randomBytes } from 'node:crypto';

const COUNT = 10;

/** Crockford's Base32: without the letters that look like others. Each character has five bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 120 bits can't be guessed, so neither a limit nor a slow hash is needed. */
const LENGTH = 24;

const createRecoveryCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

const normalise = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

export const createRecoveryCodes = (): string[] => Array.from({ length: COUNT }, createRecoveryCode);

/** Told from a code of an authenticator app by its length. */
export const isRecoveryCode = (code: string): boolean => normalise(code).length === LENGTH;

/** The form in the table, the same however the code was typed. */
export const hashRecoveryCode = (code: string): string => hash('sha256', normalise(code), 'hex');
