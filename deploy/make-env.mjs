// node deploy/make-env.mjs > deploy/.env: copies the example and replaces every change-me by a new secret.
// node deploy/make-env.mjs --keys IDENTITY: prints a new key pair for a rotation.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The two lines of a new key pair (ES256). */
function freshKeys(name) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return `${name}_PRIVATE_KEY=${JSON.stringify(privateKey)}\n${name}_PUBLIC_KEY=${JSON.stringify(publicKey)}`;
}

/** Returns the example's text with new secrets. */
export function freshEnvironment(example) {
  return example
    .replace(/^# Settings of docker-compose\.yml\..*\n/, '')
    .replace(/([A-Z]+)_PRIVATE_KEY="change-me"\n\1_PUBLIC_KEY="change-me"/g, (_, name) => freshKeys(name))
    .replaceAll('=change-me', () => `=${randomBytes(24).toString('base64url')}`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [option, name] = process.argv.slice(2);
  process.stdout.write(
    option === '--keys'
      ? `${freshKeys(name)}\n`
      : freshEnvironment(readFileSync(new URL('.env.example', import.meta.url), 'utf8')),
  );
}
