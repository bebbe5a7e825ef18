import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { refuseOldNode, whatIsMissing } from './bootstrap.mjs';
import { explainFailure } from './install.mjs';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'shop-bootstrap-'))));
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

const PACKAGES = {
  'node_modules/node': { version: '24.0.0', integrity: 'sha512-a' },
  'node_modules/left': { version: '1.0.0', integrity: 'sha512-b' },
  'node_modules/@shop/art-svc': { resolved: 'apps/art-svc', link: true },
};

function installAll(): void {
  write('package-lock.json', {
    packages: { '': {}, ...PACKAGES, 'node_modules/other-system': { version: '1.0.0', optional: true } },
  });
  write('node_modules/.package-lock.json', { packages: PACKAGES });
  write('node_modules/node/package.json', { version: '24.0.0' });
  write('node_modules/node/bin/node', '');
  write('node_modules/left/package.json', {});
  write('node_modules/@shop/art-svc/package.json', {});
}

describe('before a start', () => {
  it('finds nothing to do where all that the lock asks for is installed', () => {
    installAll();
    expect(whatIsMissing(root)).toBeUndefined();
  });

  it('installs into a fresh clone', () => {
    write('package-lock.json', { packages: PACKAGES });
    expect(whatIsMissing(root)).toBe('nothing is installed yet');
  });

  it('installs when the lock asks for another version, and when a package was deleted', () => {
    installAll();
    write('package-lock.json', {
      packages: { ...PACKAGES, 'node_modules/left': { version: '2.0.0', integrity: 'sha512-c' } },
    });
    expect(whatIsMissing(root)).toBe('left changed or is missing');
    installAll();
    rmSync(join(root, 'node_modules/left'), { recursive: true });
    expect(whatIsMissing(root)).toBe('left changed or is missing');
  });

  it("installs where npm skipped the script that brings the project's own Node", () => {
    installAll();
    rmSync(join(root, 'node_modules/node/bin/node'));
    expect(whatIsMissing(root)).toBe("the project's own Node is missing");
  });

  it('refuses a Node that is too old to install with', () => {
    expect(() => refuseOldNode('18.20.1')).toThrow(
      'Node 20 or newer is needed to install the project; this is Node 18.20.1.',
    );
    expect(() => refuseOldNode('20.0.0')).not.toThrow();
  });

  it.each([
    ['npm error code ENOTFOUND\nnpm error network request failed', "The npm registry can't be reached."],
    [
      'npm error code EACCES\nnpm error path /srv/shop/node_modules',
      'npm was not allowed to write: /srv/shop/node_modules.',
    ],
    ['npm error code ENOSPC', 'The disk is full.'],
    [
      'npm error `npm ci` can only install packages when your package.json and package-lock.json',
      'package.json and package-lock.json disagree.',
    ],
    ['npm error something else', 'npm said:'],
  ])('says in a sentence why npm failed: %j', (output, sentence) => {
    expect(explainFailure(output)).toContain(sentence);
  });
});
