import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicKey } from 'node:crypto';
import { reasonOf, StartRefusal } from './start-refusal.ts';

/** Where everything lies that outlives a start. */
export interface DataFolder {
  root: string;
  postgres: string;
  logs: string;
  mail: string;
  run: string;
  keys: string;
}

/** Makes the data folder where it is missing, and sees that it can be written. Throws StartRefusal. */
export function openDataFolder(root: string): DataFolder {
  const folder: DataFolder = { root, postgres: join(root, 'postgres'), logs: join(root, 'logs'), mail: join(root, 'mail'), run: join(root, 'run'), keys: join(root, 'keys') };
  try {
    for (const path of [root, folder.logs, folder.mail, folder.run]) mkdirSync(path, { recursive: true });
    mkdirSync(folder.keys, { recursive: true, mode: 0o700 });
    for (const path of [root, folder.logs, folder.mail, folder.run, folder.keys]) accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartRefusal(whyUnusable(root, error as NodeJS.ErrnoException));
  }
  return folder;
}

function whyUnusable(root: string, error: NodeJS.ErrnoException): string {
  const path = error.path ?? root;
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    const owner = existsSync(path) ? ` It belongs to user number ${statSync(path).uid}.` : '';
    return `No permission to write to ${path}.${owner} Make the data folder yours, or choose another: DATA_DIR=/some/folder npm start`;
  }
  if (error.code === 'EROFS') return `${path} is on a read-only disk. Choose another data folder: DATA_DIR=/some/folder npm start`;
  if (error.code === 'ENOSPC') return 'The disk is full. Free some space and start again.';
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST') return `${path} is not a folder. Choose another data folder: DATA_DIR=/some/folder npm start`;
  return `The data folder ${root} can't be used: ${reasonOf(error)}`;
}

export interface KeyPair {
  privatePem: string;
  publicPem: string;
}

/** The key pair identity tokens are signed with (ES256), made once per data folder. */
export function identityKeys(folder: DataFolder): KeyPair {
  const file = join(folder.keys, 'identity-private.pem');
  const privatePem = readOrCreate(file, () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
    return privateKey;
  });
  try {
    return { privatePem, publicPem: createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString() };
  } catch {
    throw new StartRefusal(`${file} holds no private key. Delete it to have a new one made; everyone stays signed in.`);
  }
}

/** Keeps the queues of two data folders apart on one broker. */
export function eventsNamespace(folder: DataFolder): string {
  return readOrCreate(join(folder.keys, 'events-namespace'), () => `shop-${randomBytes(4).toString('hex')}`).trim();
}

/** A secret of the shop's own, made once per data folder: what was signed with it stays good over a restart. */
export function secretOf(folder: DataFolder, name: string): string {
  return readOrCreate(join(folder.keys, name), () => randomBytes(32).toString('hex')).trim();
}

function readOrCreate(file: string, create: () => string): string {
  if (!existsSync(file)) writePrivately(file, create());
  return readFileSync(file, 'utf8');
}

/** Whole or not at all, and readable by its owner only. */
export function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}
