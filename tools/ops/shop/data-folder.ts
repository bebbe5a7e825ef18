import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorMessage, StartError } from './start-error.ts';

const FOLDERS = ['postgres', 'logs', 'mail', 'run', 'keys', 'images'] as const;

/** Folders with the persistent data of a shop. */
export type DataFolder = Record<'root' | (typeof FOLDERS)[number], string>;

/** Creates missing folders and checks that the shop may write to them. Throws StartError. */
export function openDataFolder(root: string): DataFolder {
  const paths = FOLDERS.map((name) => [name, join(root, name)] as const);
  const folder = { root, ...Object.fromEntries(paths) } as DataFolder;
  try {
    mkdirSync(folder.keys, { recursive: true, mode: 0o700 });
    for (const [name, path] of paths) {
      if (name === 'postgres') continue; // PostgreSQL creates it, perhaps with another account
      mkdirSync(path, { recursive: true });
      accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    throw new StartError(
      `The data folder ${root} can't be used: ${getErrorMessage(error)}. Change its permissions, or choose another: DATA_DIR=/some/folder npm start`,
    );
  }
  return folder;
}

/** Creates secrets once per data folder, so that signed links and sessions survive a restart. */
export function readSecrets({ keys }: DataFolder) {
  const random = (): string => randomBytes(32).toString('hex');
  const createKey = (): string =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const readKeys = (name: string) => {
    const privatePem = readOrCreate(join(keys, `${name}-private.pem`), createKey);
    return { privatePem, publicPem: createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString() };
  };
  return {
    identityKeys: readKeys('identity'), // for tokens (ES256)
    gatewayKeys: readKeys('gateway'),
    orderLink: readOrCreate(join(keys, 'order-link'), random),
    printFile: readOrCreate(join(keys, 'print-file'), random),
    adminPassword: readOrCreate(join(keys, 'admin-password'), () => randomBytes(12).toString('base64url')),
    email: readOrCreate(join(keys, 'email'), random),
    secondFactor: readOrCreate(join(keys, 'second-factor'), random),
    sandboxWebhook: readOrCreate(join(keys, 'sandbox-webhook'), random),
  };
}

/** Separates the queues of different data folders on the same broker. */
export function readEventsNamespace({ keys }: DataFolder): string {
  return readOrCreate(join(keys, 'events-namespace'), () => `shop-${randomBytes(4).toString('hex')}`);
}

function readOrCreate(file: string, create: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, create(), { mode: 0o600 });
    renameSync(`${file}.new`, file); // atomic
  }
  return readFileSync(file, 'utf8').trim();
}
