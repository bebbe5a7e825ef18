import { createPrivateKey } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { throwAwayNamespace } from '@shop/messaging/transport';
import { eventsNamespace, identityKeys, openDataFolder, secretOf } from './data-folder.ts';
import { lastProblem, logTail, rotateLog } from './log-files.ts';
import { permissionsCount } from './test/ordinary-account.ts';
import { refusalOf } from './test/refusal-of.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'shop-data-'))));
afterEach(() => rmSync(root, { recursive: true }));

describe('the data folder', () => {
  it('keeps one key pair for identity tokens, for its owner only', () => {
    const folder = openDataFolder(root);
    const first = identityKeys(folder);
    expect(identityKeys(openDataFolder(root))).toEqual(first);
    expect(createPrivateKey(first.privatePem).asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(statSync(join(folder.keys, 'identity-private.pem')).mode & 0o077).toBe(0);
  });

  it('refuses a key file that holds no key', () => {
    const folder = openDataFolder(root);
    writeFileSync(join(folder.keys, 'identity-private.pem'), 'not a key');
    expect(() => identityKeys(folder)).toThrow('holds no private key');
  });

  it('keeps its queues apart from those of another folder', () => {
    const name = eventsNamespace(openDataFolder(root));
    expect(name).toMatch(/^shop-[0-9a-f]{8}$/);
    expect(eventsNamespace(openDataFolder(root))).toBe(name);
    expect(eventsNamespace(openDataFolder(join(root, 'another')))).not.toBe(name);
  });

  it('has queues that go by themselves, where it is one to be thrown away', () => {
    const folder = openDataFolder(join(root, 'of a test'));
    const [prefix] = throwAwayNamespace().split('-');
    expect(eventsNamespace(folder, { disposable: true })).toMatch(new RegExp(`^${prefix}-[0-9a-f]{8}$`));
    expect(eventsNamespace(folder)).toBe(eventsNamespace(folder, { disposable: true }));
  });

  it('keeps a secret under its name, for its owner only', () => {
    const folder = openDataFolder(root);
    const secret = secretOf(folder, 'order-link');
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(secretOf(openDataFolder(root), 'order-link')).toBe(secret);
    expect(secretOf(folder, 'print-file')).not.toBe(secret);
    expect(statSync(join(folder.keys, 'order-link')).mode & 0o077).toBe(0);
  });

  (permissionsCount() ? it.each : it.skip.each)([
    ['images', 0o555, 'write to'],
    ['images/ab', 0o555, 'write to'],
    ['keys/order-link', 0o000, 'read'],
  ])(
    'is refused in a sentence where its %s is closed to the user',
    (path, mode, use) => {
      const folder = openDataFolder(root);
      secretOf(folder, 'order-link');
      mkdirSync(join(root, 'images/ab'));
      for (const open of ['.', 'logs', 'mail', 'run', 'keys', 'images', 'images/ab'])
        chmodSync(join(root, open), 0o777);
      chmodSync(join(folder.keys, 'order-link'), 0o644);
      expect(refusalOf('data-folder.ts', `openDataFolder(${JSON.stringify(root)})`)).toBe('');
      chmodSync(join(root, path), mode);
      const refusal = refusalOf('data-folder.ts', `openDataFolder(${JSON.stringify(root)})`);
      chmodSync(join(root, path), 0o755);
      expect(refusal).toBe(
        `No permission to ${use} ${join(root, path)}. It belongs to user number ${process.getuid?.()}. Make the data folder yours, or choose another: DATA_DIR=/some/folder npm start`,
      );
    },
    30_000,
  );

  it('cannot be a file', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => openDataFolder(join(root, 'file'))).toThrow('is not a folder');
  });
});

describe('log files', () => {
  it('keep the last four starts', () => {
    for (let start = 1; start <= 7; start += 1) writeFileSync(rotateLog(root, 'art-svc'), `start ${start}`);
    const kept = ['art-svc.log', 'art-svc.1.log', 'art-svc.2.log', 'art-svc.3.log', 'art-svc.4.log'].map((name) =>
      readFileSync(join(root, name), 'utf8'),
    );
    expect(kept).toEqual(['start 7', 'start 6', 'start 5', 'start 4', 'start 3']);
  });

  it('tell the problem of a service that died: its error lines, else its last lines without the stack', () => {
    const file = join(root, 'x.log');
    writeFileSync(
      file,
      '{"level":30,"msg":"listening"}\n{"level":60,"msg":"could not start","err":{"message":"PORT must be set"}}\n{"level":30,"msg":"bye"}\n',
    );
    expect(lastProblem(file)).toBe('could not start: PORT must be set');
    writeFileSync(file, 'Error: out of paint\n    at draw (x.js:1)\nNode.js v24.0.0\n');
    expect(lastProblem(file)).toBe('Error: out of paint');
    writeFileSync(
      file,
      "\n[order-svc cannot start:\n  PORT: must be set] {\n  name: 'ConfigurationError'\n}\n\nNode.js v24.0.0\n",
    );
    expect(lastProblem(file)).toBe('order-svc cannot start:\n  PORT: must be set');
    writeFileSync(
      file,
      "node:internal/modules/run_main:107\n    triggerUncaughtException(\n    ^\n\n[art-svc cannot start:\n  ART_CONCURRENCY: must be a number] {\n  name: 'ConfigurationError'\n}\n\nNode.js v24.0.0\n",
    );
    expect(lastProblem(file)).toBe('art-svc cannot start:\n  ART_CONCURRENCY: must be a number');
    expect(lastProblem(join(root, 'none.log'))).toBe('it left no message');
    expect(logTail(file, 1)).toEqual(['Node.js v24.0.0']);
  });
});
