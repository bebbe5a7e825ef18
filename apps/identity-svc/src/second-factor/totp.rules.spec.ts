import { TOTP, Secret } from 'otpauth';
import { createTotpSecret, findStep, toTotpUri } from './totp.rules.js';

const now = new Date('2026-11-20T10:00:10Z');
const STEP = now.getTime() / 1_000 / 30 - 1 / 3;
const secret = createTotpSecret();
const codeAfter = (seconds: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + seconds * 1_000 });

describe('findStep', () => {
  it.each([
    [0, STEP],
    [-30, STEP - 1],
    [30, STEP + 1],
    [-60, null],
    [60, null],
  ])('of the code of %d seconds later is %p', (seconds, step) =>
    expect(findStep(secret, codeAfter(seconds), 0, now)).toBe(step),
  );

  it('takes neither a used code nor one before it', () => {
    expect(findStep(secret, codeAfter(0), STEP, now)).toBeNull();
    expect(findStep(secret, codeAfter(-30), STEP, now)).toBeNull();
    expect(findStep(secret, codeAfter(30), STEP, now)).toBe(STEP + 1);
  });

  it('reads a code as apps display it, and refuses anything else', () => {
    expect(findStep(secret, codeAfter(0).replace(/(...)/, ' $1 '), 0, now)).toBe(STEP);
    for (const code of ['', '12345', 'abcdef', `${codeAfter(0)}0`]) expect(findStep(secret, code, 0, now)).toBeNull();
  });
});

it('names shop and account to the authenticator app', () => {
  expect(decodeURIComponent(toTotpUri(secret, 'ada@example.com'))).toMatch(
    /^otpauth:\/\/totp\/PetArt:ada@example\.com\?issuer=PetArt&secret=[A-Z2-7]{32}&/,
  );
});
