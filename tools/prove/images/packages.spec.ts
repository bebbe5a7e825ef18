import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareSbom, listInstalled, listUnwanted } from './packages.ts';

let app: string;
beforeEach(() => (app = mkdtempSync(join(tmpdir(), 'shop-packages-'))));
afterEach(() => rmSync(app, { recursive: true }));

function install(path: string, name: string, version = '1.0.0'): void {
  mkdirSync(join(app, path), { recursive: true });
  writeFileSync(join(app, path, 'package.json'), JSON.stringify({ name, version }));
}

function writeJson(name: string, content: object): string {
  writeFileSync(join(app, name), JSON.stringify(content));
  return join(app, name);
}

const listIds = (): string[] => listInstalled(app).map(({ id }) => id);

it('finds packages with a scope, inside of others and of workspaces, but no workspace and no package.json of a folder', () => {
  install('node_modules/ms', 'ms', '2.1.3');
  install('node_modules/@nestjs/core', '@nestjs/core');
  install('node_modules/@nestjs/core/dist', 'ignored');
  install('node_modules/a/node_modules/ms', 'ms', '2.0.0');
  install('apps/order-svc', '@shop/order-svc');
  install('apps/order-svc/node_modules/zod', 'zod');
  mkdirSync(join(app, 'node_modules/@shop'));
  symlinkSync(join(app, 'apps/order-svc'), join(app, 'node_modules/@shop/order-svc'));
  expect(listIds().sort()).toEqual(['@nestjs/core@1.0.0', 'ms@2.0.0', 'ms@2.1.3', 'zod@1.0.0']);
});

it('names packages that only devDependencies of the app lead to, and packages that the lock file does not know', () => {
  for (const name of ['ms', 'sharp', 'jest', 'smuggled']) install(`node_modules/${name}`, name);
  install('node_modules/ms/node_modules/nested', 'nested');
  const lock = writeJson('lock.json', {
    packages: {
      'apps/order-svc': { dependencies: { '@shop/jobs': '*' }, devDependencies: { '@shop/testing': '*' } },
      'libs/jobs': { dependencies: { ms: '2' }, devDependencies: { jest: '30' } },
      'libs/testing': { dependencies: { sharp: '1' } },
      'node_modules/@shop/jobs': { link: true, resolved: 'libs/jobs' },
      'node_modules/@shop/testing': { link: true, resolved: 'libs/testing' },
      'node_modules/ms': { optionalDependencies: { nested: '1' } },
      'node_modules/ms/node_modules/nested': {},
      'node_modules/nested': {},
      'node_modules/sharp': {},
      'node_modules/jest': { dev: true },
    },
  });
  expect(listUnwanted(listInstalled(app), lock, 'apps/order-svc').sort()).toEqual([
    'node_modules/jest',
    'node_modules/sharp',
    'node_modules/smuggled',
  ]);
});

it('compares with the SBOM both ways, by name and version', () => {
  install('node_modules/ms', 'ms', '2.1.3');
  install('node_modules/zod', 'zod', '4.0.0');
  const components = [
    { name: 'ms', version: '2.1.3' },
    { name: 'zod', version: '3.0.0' },
  ];
  expect(compareSbom(listInstalled(app), writeJson('sbom.json', { components }))).toEqual([
    '+ zod@4.0.0',
    '- zod@3.0.0',
  ]);
});
