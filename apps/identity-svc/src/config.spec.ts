import { generateKeyPairSync } from 'node:crypto';
import { TEST_EMAIL_SECRET, testIdentityKeys } from '@shop/testing';
import { readConfig } from './config.js';

const start =
  (ADMIN_PASSWORD: string, IDENTITY_PRIVATE_KEY = testIdentityKeys.privatePem) =>
  () =>
    readConfig({
      PORT: '0',
      DATABASE_URL: 'postgresql://localhost/identity',
      EVENTS_DATABASE_URL: 'postgresql://localhost/events',
      IDENTITY_PRIVATE_KEY,
      IDENTITY_PUBLIC_KEY: testIdentityKeys.publicPem,
      GATEWAY_PUBLIC_KEY: testIdentityKeys.publicPem,
      EMAIL_SECRET: TEST_EMAIL_SECRET,
      SECOND_FACTOR_SECRET: 'the secret of second factors',
      ADMIN_EMAIL: 'ada.lovelace@example.com',
      ADMIN_PASSWORD,
    });

it.each([
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
  ['Ed25519', generateKeyPairSync('ed25519')],
])('a key of the kind %s signs no identity tokens', (_, { privateKey }) =>
  expect(start('correct horse', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toThrow(
    /IDENTITY_PRIVATE_KEY.*P-256/,
  ),
);

describe('the password of the first admin', () => {
  it.each([
    ['short', /at least 8 characters/],
    ['password1', /one of the most common/],
    ['87654321vv', /one of the most common/],
    ['aaaaaaaaaa', /repeats the same few characters/],
    ['PetArt-Admin1', /ADMIN_PASSWORD.*little more than words like “petart” and “admin”/],
    ['lovelace2026', /little more than your email address/],
  ])('passes the same checks as every password: %s', (password, message) => expect(start(password)).toThrow(message));

  it('may be any other', () => expect(start('correct horse')).not.toThrow());
});
