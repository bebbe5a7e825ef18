import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { imageNames } from '../../dev/deploy/dockerfile.ts';
import { StartError } from '../../ops/shop/start-error.ts';

/** What the Dockerfile's stages start from: `node:…@sha256:…`. */
export const BASE_NAME = (imageNames[0] ?? '').replace(/ AS .*/, '');

const DEBIAN = 'bookworm';

/** Debian's own images have this file: without it apt leaves copies and caches in a layer. */
const APT_CLEAN = [
  'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb"; };',
  'Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache "";',
].join('\n');

/**
 * Makes the file system of a base image without a registry of images: Debian, this process's Node, the npm that runs it, and the user `node`.
 * npm asks the registry that it asks on this machine, and trusts the same certificates. Returns the archive.
 */
export async function makeLocalBase(folder: string): Promise<string> {
  const { npm_execpath: npm } = process.env;
  if (!npm) throw new StartError('Start it by npm run prove:images: the base image gets that npm.');
  if (!BASE_NAME.startsWith(`node:${process.versions.node}-`))
    throw new StartError(`The Dockerfile starts from ${BASE_NAME}, and this is Node ${process.versions.node}.`);
  const archive = join(folder, 'base.tar');
  const npmrc = join(folder, 'npmrc');
  const apt = join(folder, 'docker-clean');
  const authorities = '/usr/local/share/npm-authorities.pem';
  const cafile = process.env.NODE_EXTRA_CA_CERTS ?? (await readNpmSetting('cafile'));
  await writeFile(
    npmrc,
    `registry=${await readNpmSetting('registry')}\n${cafile === undefined ? '' : `cafile=${authorities}\n`}`,
  );
  await writeFile(apt, APT_CLEAN);
  const copies: [string, string][] = [
    [process.execPath, '/usr/local/bin/node'],
    [join(dirname(npm), '..'), '/usr/local/lib/node_modules/npm'],
    [npmrc, '/usr/local/etc/npmrc'],
    [apt, '/etc/apt/apt.conf.d/docker-clean'],
    ...(cafile === undefined ? [] : [[cafile, authorities] satisfies [string, string]]),
  ];
  const hooks = [
    'mkdir -p "$1/usr/local/lib/node_modules"',
    ...copies.map(([from, to]) => `cp -RL '${from}' "$1${to}"`),
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
    'chroot "$1" useradd --uid 1000 --create-home --shell /bin/bash node',
  ].map((hook) => `--customize-hook=${hook}`);
  await execa('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', ...hooks, DEBIAN, archive]);
  return archive;
}

/** Undefined: npm has none. */
async function readNpmSetting(name: string): Promise<string | undefined> {
  const { stdout } = await execa('npm', ['config', 'get', name]);
  return stdout === 'null' || stdout === '' ? undefined : stdout;
}
