import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createPublicKey } from 'node:crypto';
import { isForbidden, ownerOf } from './permissions.ts';
import { reasonOf, StartRefusal } from './start-refusal.ts';

const UNFINISHED = '.new';

/** Where everything lies that outlives a start. */
export interface DataFolder {
  root: string;
  postgres: string;
  logs: string;
  mail: string;
  run: string;
  keys: string;
}

/** Makes the data folder where it is missing, and sees that what is in it can be used. Throws StartRefusal. */
export function openDataFolder(root: string): DataFolder {
  const folder: DataFolder = {
    root,
    postgres: join(root, 'postgres'),
    logs: join(root, 'logs'),
    mail: join(root, 'mail'),
    run: join(root, 'run'),
    keys: join(root, 'keys'),
  };
  try {
    const images = join(root, 'images'); // art-svc's; it works there also where it keeps pictures in a bucket
    for (const path of [root, folder.logs, folder.mail, folder.run, images]) mkdirSync(path, { recursive: true });
    mkdirSync(folder.keys, { recursive: true, mode: 0o700 });
    const inImages = readdirSync(images, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(images, entry.name)] : [],
    );
    for (const path of [root, folder.logs, folder.mail, folder.run, folder.keys, images, ...inImages])
      accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartRefusal(whyUnusable(root, error as NodeJS.ErrnoException, 'write to'));
  }
  try {
    for (const name of readdirSync(folder.keys))
      if (!name.endsWith(UNFINISHED)) accessSync(join(folder.keys, name), constants.R_OK);
  } catch (error) {
    throw new StartRefusal(whyUnusable(root, error as NodeJS.ErrnoException, 'read'));
  }
  return folder;
}

function whyUnusable(root: string, error: NodeJS.ErrnoException, use: 'read' | 'write to'): string {
  const path = error.path ?? root;
  if (isForbidden(error))
    return `No permission to ${use} ${path}.${ownerOf(path)} Make the data folder yours, or choose another: DATA_DIR=/some/folder npm start`;
  if (error.code === 'EROFS')
    return `${path} is on a read-only disk. Choose another data folder: DATA_DIR=/some/folder npm start`;
  if (error.code === 'ENOSPC') return 'The disk is full. Free some space and start again.';
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST')
    return `${path} is not a folder. Choose another data folder: DATA_DIR=/some/folder npm start`;
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
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    return privateKey;
  });
  try {
    return { privatePem, publicPem: createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString() };
  } catch {
    throw new StartRefusal(`${file} holds no private key. Delete it to have a new one made; everyone stays signed in.`);
  }
}

/** What the names of queues begin with that the broker drops by itself, half an hour after their last use (`throwAwayNamespace` of the messaging lib). */
const THROW_AWAY = 'throwaway';

/** Keeps the queues of two data folders apart on one broker. `disposable`: those of a test's folder, which nobody deletes where the test is killed. */
export function eventsNamespace(folder: DataFolder, { disposable = false }: { disposable?: boolean } = {}): string {
  return readOrCreate(
    join(folder.keys, 'events-namespace'),
    () => `${disposable ? THROW_AWAY : 'shop'}-${randomBytes(4).toString('hex')}`,
  ).trim();
}

/** A secret of the shop's own, made once per data folder: what was signed with it stays good over a restart. */
export function secretOf(folder: DataFolder, name: string): string {
  return readOrCreate(join(folder.keys, name), () => randomBytes(32).toString('hex')).trim();
}

function readOrCreate(file: string, create: () => string): string {
  if (!existsSync(file)) writePrivately(file, create());
  return readFileSync(file, 'utf8');
}

/** Whole or not at all: at no moment is there half of it, or none in place of an older one. */
export function writeWhole(file: string, text: string, mode?: number): void {
  const unfinished = `${file}.${process.pid}${UNFINISHED}`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode });
  renameSync(unfinished, file);
}

/** The same, and readable by its owner only. */
export const writePrivately = (file: string, text: string): void => writeWhole(file, text, 0o600);
