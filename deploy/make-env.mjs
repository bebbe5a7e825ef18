// node deploy/make-env.mjs > deploy/.env: copies the example and replaces every change-me by a new secret.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the example's text with new secrets. */
export function freshEnvironment(example) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const oneLine = (pem) => JSON.stringify(pem);
  return example
    .replace(/^# Settings of docker-compose\.yml\..*\n/, '')
    .replace('IDENTITY_PRIVATE_KEY="change-me"', () => `IDENTITY_PRIVATE_KEY=${oneLine(privateKey)}`)
    .replace('IDENTITY_PUBLIC_KEY="change-me"', () => `IDENTITY_PUBLIC_KEY=${oneLine(publicKey)}`)
    .replaceAll('=change-me', () => `=${randomBytes(24).toString('base64url')}`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.stdout.write(freshEnvironment(readFileSync(new URL('.env.example', import.meta.url), 'utf8')));
}
