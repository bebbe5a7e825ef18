import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/screens.ts';
import { addToCart, makeArtwork, signIn } from '../support/steps.ts';

const APPS = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const WEBPACK = join(dirname(require.resolve('webpack-cli/package.json')), 'bin/cli.js');

const COMPILED_WITHIN_MS = 300_000;

/** Runs a web app as those who build it do, beside this shop. Answers where. */
async function serveAlone(app: string, shopUrl: string, children: ChildProcess[]): Promise<string> {
  const port = await getPort();
  const args = [
    WEBPACK,
    'serve',
    '--mode',
    'development',
    '--env',
    `shop=${shopUrl}`,
    '--port',
    String(port),
    '--no-live-reload',
    '--no-hot',
  ];
  const child = spawn(process.execPath, args, { cwd: join(APPS, app), stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let output = '';
  const collect = (chunk: Buffer): unknown => (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  // It answers when it has compiled.
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  const says = (): string => `${app} alone: ${child.exitCode ?? 'runs'}\n${output}`;
  await expect
    .poll(async () => child.exitCode !== null || (await answers()), { message: says(), timeout: COMPILED_WITHIN_MS })
    .toBe(true);
  expect(child.exitCode, says()).toBeNull();
  // The shop's own host: cookies know no ports.
  return `http://localhost:${port}`;
}

test.describe('a web app by itself', () => {
  const children: ChildProcess[] = [];
  // The development server compiles first: seconds, or minutes on a machine that does much else.
  test.slow();
  test.afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGTERM');
  });

  test('the storefront shows its pages and fills a cart without the shell', async ({ visitor, shop }) => {
    const paths: string[] = [];
    await makeArtwork(visitor, await petPhoto('#8fa3b0'));
    const { pathname, search } = new URL(visitor.url());
    const alone = await serveAlone('storefront-web', shop.url, children);
    visitor.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await visitor.goto(`${alone}${pathname}${search}`);
    await addToCart(visitor);
    await expect(visitor.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible();
    expect(new URL(visitor.url()).origin).toBe(alone);
    await visitor.goto(`${alone}/products`);
    await expect(visitor.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
    await expect(visitor.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    expect(paths.filter((path) => path.startsWith('/remotes'))).toEqual([]);
  });

  test('the admin area shows its pages to an admin without the shell', async ({ visitor, shop }) => {
    await signIn(visitor, shop.adminEmail, shop.adminPassword);
    const alone = await serveAlone('admin-web', shop.url, children);
    await visitor.goto(`${alone}/admin`);
    await expect(visitor.getByText('Total Orders').first()).toBeVisible();
    await expect(visitor.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  });

  test('the shell, as it is being built, shows the pages of the remotes that the shop has', async ({
    visitor,
    shop,
  }) => {
    const alone = await serveAlone('shell-web', shop.url, children);
    const remotes = visitor.waitForResponse(
      (response) => response.url().startsWith(`${alone}/remotes/storefront/`) && response.ok(),
    );
    await visitor.goto(`${alone}/products`);
    await remotes;
    await expect(visitor.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
    expect(new URL(visitor.url()).origin).toBe(alone);
  });
});
