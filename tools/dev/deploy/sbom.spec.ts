import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../../../deploy/write-sbom.mjs');
let image: string;
beforeEach(() => (image = mkdtempSync(join(tmpdir(), 'shop-sbom-'))));
afterEach(() => rmSync(image, { recursive: true }));

function install(path: string): void {
  mkdirSync(join(image, path), { recursive: true });
  writeFileSync(join(image, path, 'package.json'), '{}');
}

function writeSbom(): { components: Record<string, unknown>[] } {
  execFileSync(process.execPath, [PROGRAM], { cwd: image, env: { ...process.env, NODE_OPTIONS: '' } });
  return JSON.parse(readFileSync(join(image, 'sbom.json'), 'utf8')) as { components: Record<string, unknown>[] };
}

it('lists what is installed, at each place once, with license and hash, and nothing that was removed', () => {
  const packages = {
    '': { name: '@shop/root' },
    'apps/order-svc': { name: '@shop/order-svc', version: '0.0.0' },
    'node_modules/@shop/order-svc': { resolved: 'apps/order-svc', link: true },
    'node_modules/@nestjs/core': { version: '12.5.1', license: 'MIT', integrity: 'sha512-AAEC' },
    'node_modules/a/node_modules/ms': { version: '2.0.0', license: 'MIT', integrity: 'sha512-AAEC' },
    'node_modules/b/node_modules/ms': { version: '2.0.0', license: 'MIT', integrity: 'sha512-AAEC' },
    'node_modules/ms': { version: '2.1.3', license: '(MIT OR CC0-1.0)', integrity: 'sha512-AAEC' },
    'node_modules/typescript': { version: '6.0.3' },
  };
  writeFileSync(join(image, 'package-lock.json'), JSON.stringify({ packages }));
  for (const path of Object.keys(packages)) if (path !== '' && path !== 'node_modules/typescript') install(path);
  const { components } = writeSbom();
  expect(components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/%40nestjs/core@12.5.1',
    'pkg:npm/ms@2.0.0',
    'pkg:npm/ms@2.1.3',
  ]);
  expect(components[2]).toEqual({
    type: 'library',
    'bom-ref': 'pkg:npm/ms@2.1.3',
    name: 'ms',
    version: '2.1.3',
    purl: 'pkg:npm/ms@2.1.3',
    licenses: [{ expression: '(MIT OR CC0-1.0)' }],
    hashes: [{ alg: 'SHA-512', content: '000102' }],
  });
});

it('is the same in two builds', () => {
  writeFileSync(
    join(image, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/ms': { version: '2.1.3' } } }),
  );
  install('node_modules/ms');
  expect(writeSbom()).toEqual(writeSbom());
});
