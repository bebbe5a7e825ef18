import { execFile } from 'node:child_process';
import { cp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const BUNDLER = join(PROJECT, 'node_modules/.bin/webpack');

export type WebApp = 'shell' | 'storefront' | 'admin';
const WEB_APPS: WebApp[] = ['shell', 'storefront', 'admin'];

const getAppFolder = (app: WebApp): string => join(PROJECT, 'apps', `${app}-web`);
const getDeployedFolder = (dataDir: string, app: WebApp): string => join(dataDir, 'web', app);

/**
 * Copies the built web apps into the shop's data folder, so that a test can deploy other builds. Returns the settings. WEB_BUILDS, JSON of an app →
 * folder, names builds of another version.
 */
export async function copyWebApps(dataDir: string): Promise<Record<string, string>> {
  const builds = JSON.parse(process.env.WEB_BUILDS ?? '{}') as Partial<Record<WebApp, string>>;
  for (const app of WEB_APPS)
    await cp(builds[app] ?? join(getAppFolder(app), 'dist'), getDeployedFolder(dataDir, app), { recursive: true });
  const remotes = { storefront: getDeployedFolder(dataDir, 'storefront'), admin: getDeployedFolder(dataDir, 'admin') };
  return { WEB_SHELL_DIR: getDeployedFolder(dataDir, 'shell'), WEB_REMOTES: JSON.stringify(remotes) };
}

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

/** Replaces the folder of an app by a build; the default is the usual one. Waits until pages are of that build. */
export async function deployBuild(
  { folder, url }: Stack,
  app: WebApp,
  build = join(getAppFolder(app), 'dist'),
): Promise<void> {
  const deployed = getDeployedFolder(folder.root, app);
  await cp(build, `${deployed}-new`, { recursive: true });
  await rename(deployed, `${deployed}-old`);
  await rename(`${deployed}-new`, deployed);
  await rm(`${deployed}-old`, { recursive: true });
  if (app === 'shell') await waitForShell(url, join(deployed, 'index.html'));
}

/** The gateway looks for a new build each second. */
async function waitForShell(url: string, index: string): Promise<void> {
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await readFile(index, 'utf8')) ?? [];
  await expect.poll(async () => (await fetch(url)).text()).toContain(script);
}
