import { createRecoveryCodes, hashRecoveryCode, isRecoveryCode } from './recovery-code.rules.js';

const codes = createRecoveryCodes();

it('makes ten different codes that can be read aloud', () => {
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
});

it('tells recovery codes from those of an app', () => {
  expect(codes.every(isRecoveryCode)).toBe(true);
  expect(['123456', '123 456', '', `${codes[0]}0`].some(isRecoveryCode)).toBe(false);
});

it('stores the same hash however a code is typed', () => {
  expect(hashRecoveryCode(' 0o1i-l234 abcd')).toBe(hashRecoveryCode('00111234ABCD'));
  expect(hashRecoveryCode('0011')).not.toBe(hashRecoveryCode('0012'));
  expect(hashRecoveryCode(codes[0] ?? '')).toMatch(/^[0-9a-f]{64}$/);
});
