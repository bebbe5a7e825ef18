import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { getWebReleases, listWebBuilds, releaseWebBuilds, type Stack } from '@shop/tools/stack';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const BUNDLER = join(PROJECT, 'node_modules/.bin/webpack');

export type WebApp = 'shell' | 'storefront' | 'admin';

const getAppFolder = (app: WebApp): string => join(PROJECT, 'apps', `${app}-web`);

/** WEB_BUILDS, JSON of an app → folder, names builds of another version. */
export const readOtherBuilds = (): Record<string, string> =>
  JSON.parse(process.env.WEB_BUILDS ?? '{}') as Record<string, string>;

const variants = new Map<WebApp, Promise<string>>();

/** The folder of an app that was built with another version of the shared libs (`tools/federation/variant`). */
export function buildVariant({ folder }: Stack, app: WebApp): Promise<string> {
  const known = variants.get(app) ?? runVariantBuild(app, join(folder.root, 'web-variants', app));
  variants.set(app, known);
  return known;
}

async function runVariantBuild(app: WebApp, output: string): Promise<string> {
  const args = ['--mode', 'production', '--env', 'variant', '--output-path', output];
  await promisify(execFile)(process.execPath, [BUNDLER, ...args], { cwd: getAppFolder(app) });
  return output;
}

/** Releases a build of an app; the default is the usual one. Waits until the gateway serves it. */
export async function deployBuild(
  { settings, url }: Stack,
  app: WebApp,
  build = { ...listWebBuilds(), ...readOtherBuilds() }[app],
): Promise<void> {
  if (build === undefined) throw new Error(`${app} is not built`);
  await releaseWebBuilds(getWebReleases(settings), { [app]: build });
  if (app === 'shell') return waitForShell(url, join(build, 'index.html'));
  const manifest = await readFile(join(build, 'mf-manifest.json'), 'utf8');
  await expect.poll(async () => (await fetch(`${url}/remotes/${app}/mf-manifest.json`)).text()).toBe(manifest);
}

/** The gateway looks for a release each second. */
async function waitForShell(url: string, index: string): Promise<void> {
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await readFile(index, 'utf8')) ?? [];
  await expect.poll(async () => (await fetch(url)).text()).toContain(script);
}
