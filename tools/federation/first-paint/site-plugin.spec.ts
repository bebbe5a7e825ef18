import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { remoteSite, shellSite } from './site-plugin.js';

/** A build takes seconds, but other load may slow it down. */
const BUILD_TIMEOUT_MS = 60_000;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shop-plugin-'));
  for (const folder of ['src', 'public']) await mkdir(join(dir, folder));
  await writeFile(join(dir, 'src/app.js'), 'globalThis.page = () => import("./list.js");');
  await writeFile(join(dir, 'src/list.js'), 'export default new URL("./first.avif", import.meta.url).href;');
  await writeFile(join(dir, 'src/first.avif'), 'picture');
  await writeFile(join(dir, 'public/icon-192.png'), 'icon');
});
afterEach(() => rm(dir, { recursive: true }));

/** Builds the app of the folder. Resolves to a function that reads an output file. */
async function build(plugin: WebpackPluginInstance): Promise<(file: string) => Promise<string>> {
  const compiler = webpack({
    mode: 'production',
    name: 'plugin-spec',
    context: dir,
    entry: './src/app.js',
    output: {
      path: join(dir, 'dist'),
      filename: 'assets/[name].[contenthash:12].js',
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
    },
    module: { rules: [{ test: /\.avif$/, type: 'asset/resource' }] },
    plugins: [plugin],
  });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });
  await new Promise((resolve) => compiler.close(resolve));
  return (file) => readFile(join(dir, 'dist', file), 'utf8');
}

it(
  'remoteSite writes preloads of the page’s scripts, picture and first API calls',
  async () => {
    const pages = {
      '/list': {
        module: 'src/list.js',
        picture: { copies: [['src/first.avif', 480]] as const, sizes: '50vw' },
        calls: ['/api/list'],
      },
    };
    const read = await build(remoteSite(pages, dir, 'src/app.js'));
    const head = (JSON.parse(await read('site.json')) as { pages: Record<string, string> }).pages['/list'] ?? '';

    const picture =
      /imagesrcset="\{base\}(assets\/first\.[0-9a-f]{12}\.avif) 480w" imagesizes="50vw"/.exec(head)?.[1] ?? '';
    expect(await read(picture)).toBe('picture');
    const scripts = [
      ...head.matchAll(/as="script" fetchpriority="low" integrity="sha256-([^"]+)" href="\{base\}([^"]+)"/g),
    ];
    expect(scripts).toHaveLength(2);
    const sources = await Promise.all(scripts.map(([, , file = '']) => read(file)));
    expect(sources.map((source) => createHash('sha256').update(source).digest('base64'))).toEqual(
      scripts.map(([, hash]) => hash),
    );
    expect(sources.some((source) => source.includes('first.'))).toBe(true);
    for (const call of [
      'crossorigin="use-credentials" href="/api/list"',
      'crossorigin="anonymous" href="/remotes.json"',
      'crossorigin="anonymous" href="{base}mf-manifest.json"',
    ])
      expect(head).toContain(`<link rel="preload" as="fetch" ${call}>`);
  },
  BUILD_TIMEOUT_MS,
);

it(
  'remoteSite fails the build for an unknown module',
  async () => {
    await expect(build(remoteSite({ '/x': { module: 'src/gone.js' } }, dir, 'src/app.js'))).rejects.toThrow(
      'src/gone.js is not a module of this build',
    );
  },
  BUILD_TIMEOUT_MS,
);

it(
  'shellSite writes site.json and copies the files of public/',
  async () => {
    const site = { pages: { '/': '<title>Home</title>' }, missing: '', texts: {} };
    const read = await build(shellSite(site, dir));
    expect(JSON.parse(await read('site.json'))).toEqual(site);
    expect(await read('icon-192.png')).toBe('icon');
  },
  BUILD_TIMEOUT_MS,
);
