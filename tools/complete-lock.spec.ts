import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLock, missingOptionals } from './complete-lock.mjs';

const optional = {
  'paint-linux-x64-gnu': '1.2.3',
  'paint-linux-arm64-musl': '1.2.3',
  'paint-darwin-arm64': '1.2.3',
  'paint-win32-ia32-msvc': '1.2.3',
};

describe('the lock', () => {
  it('names every optional package, so that npm ci takes it on every machine (else: node tools/complete-lock.mjs)', () => {
    const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as Parameters<
      typeof missingOptionals
    >[0];
    expect(Object.keys(missingOptionals(lock))).toEqual([]);
  });

  it('gets what a registry did not have, with the system that each name tells', () => {
    const lock = completeLock({
      packages: {
        '': {},
        'node_modules/paint': { version: '1.2.3', dev: true, optionalDependencies: optional },
        'node_modules/paint-linux-x64-gnu': { version: '1.2.3' },
      },
    });
    expect(lock.packages['node_modules/paint-linux-arm64-musl']).toEqual({
      version: '1.2.3',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
    });
    expect(lock.packages['node_modules/paint-win32-ia32-msvc']).toMatchObject({ os: ['win32'], cpu: ['ia32'] });
    expect(missingOptionals(lock)).toEqual({});
  });

  it('finds a package nested in the one that asks for it', () => {
    expect(
      missingOptionals({
        packages: {
          'node_modules/a': { optionalDependencies: { 'b-linux-x64': '1.0.0' } },
          'node_modules/a/node_modules/b-linux-x64': { version: '1.0.0' },
        },
      }),
    ).toEqual({});
  });

  it('refuses to guess a system that a name does not tell', () => {
    expect(() =>
      missingOptionals({ packages: { 'node_modules/a': { optionalDependencies: { mystery: '1.0.0' } } } }),
    ).toThrow('its name does not tell its system');
  });
});
