import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Configuration, rspack, type RspackPluginInstance } from '@rspack/core';
import { RemoteSitePlugin, ShellSitePlugin } from './site-plugin.js';

/** Seconds at the most, but the machine may be busy. */
const BUILDS_WITHIN_MS = 60_000;

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

const app = (): Configuration => ({
  mode: 'production',
  name: 'plugin-spec',
  context: dir,
  entry: './src/app.js',
  output: {
    path: join(dir, 'dist'),
    filename: 'assets/[name].[contenthash:12].js',
    assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
  },
  module: {
    rules: [
      { test: /\.avif$/, type: 'asset/resource' },
      {
        test: /\.css$/,
        sideEffects: true,
        use: [rspack.CssExtractRspackPlugin.loader, createRequire(import.meta.url).resolve('css-loader')],
      },
    ],
  },
});

/** Builds the folder's app, and resolves to what it made. */
async function build(plugin: RspackPluginInstance): Promise<(file: string) => Promise<string>> {
  const compiler = rspack({
    ...app(),
    plugins: [new rspack.CssExtractRspackPlugin({ filename: 'assets/[name].[contenthash:12].css' }), plugin],
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
  'a remote’s site.json names files that the build has made: the page’s own script, and its first picture',
  async () => {
    const pages = {
      '/list': { module: 'src/list.js', picture: { copies: [['src/first.avif', 480]] as const, sizes: '50vw' } },
    };
    const read = await build(new RemoteSitePlugin(pages, dir, 'src/app.js'));
    const head = (JSON.parse(await read('site.json')) as { pages: Record<string, string> }).pages['/list'] ?? '';

    const picture =
      /imagesrcset="\{base\}(assets\/first\.[0-9a-f]{12}\.avif) 480w" imagesizes="50vw"/.exec(head)?.[1] ?? '';
    expect(await read(picture)).toBe('picture');
    const scripts = [...head.matchAll(/as="script" fetchpriority="low" href="\{base\}([^"]+)"/g)].map(
      ([, file = '']) => file,
    );
    expect(scripts).toHaveLength(2);
    const sources = await Promise.all(scripts.map(read));
    expect(sources.some((source) => source.includes('first.'))).toBe(true);
  },
  BUILDS_WITHIN_MS,
);

it(
  'a build fails where a page’s module or picture is none',
  async () => {
    await expect(build(new RemoteSitePlugin({ '/x': { module: 'src/gone.js' } }, dir, 'src/app.js'))).rejects.toThrow(
      'src/gone.js is no module of this build',
    );
  },
  BUILDS_WITHIN_MS,
);

it(
  'the shell’s site.json is what it is given, and public/ lies beside it under its own names',
  async () => {
    const site = { pages: { '/': '<title>Home</title>' }, missing: '', texts: {} };
    const read = await build(new ShellSitePlugin(site, dir));
    expect(JSON.parse(await read('site.json'))).toEqual(site);
    expect(await read('icon-192.png')).toBe('icon');
  },
  BUILDS_WITHIN_MS,
);

describe('a page that is drawn', () => {
  const pages = {
    '/list': { module: 'src/list.js', isDrawn: true, calls: ['/api/list'] },
    '/other': { module: 'src/list.js' },
  };
  const drawPages = (body: string): string =>
    `import './looks.css'; import list from './list.js'; export const drawPages = async (paths) => ({ bodies: Object.fromEntries(paths.map((path) => [path, ${body}])) });`;
  const remoteSite = async (): Promise<{
    pages: Record<string, string>;
    bodies: Record<string, string>;
    read: (file: string) => Promise<string>;
  }> => {
    const read = await build(
      new RemoteSitePlugin(pages, dir, 'src/app.js', { app: app(), module: 'src/still-pages.js' }),
    );
    return {
      ...(JSON.parse(await read('site.json')) as { pages: Record<string, string>; bodies: Record<string, string> }),
      read,
    };
  };
  beforeEach(async () => {
    await writeFile(join(dir, 'src/app.js'), 'import "./looks.css"; globalThis.page = () => import("./list.js");');
    await writeFile(join(dir, 'src/looks.css'), '.list { color: red; }');
  });

  it(
    'names its pictures as the build does, and has its style sheet in itself, under the name by which the remote knows it',
    async () => {
      await writeFile(join(dir, 'src/still-pages.js'), drawPages('`<ul><img src="${list}"></ul>`'));
      const site = await remoteSite();
      expect(Object.keys(site.bodies)).toEqual(['/list']);
      const picture =
        /^<ul><img src="\{base\}(assets\/first\.[0-9a-f]{12}\.avif)"><\/ul>$/.exec(site.bodies['/list'] ?? '')?.[1] ??
        '';
      expect(await site.read(picture)).toBe('picture');
      const [, sheet = '', text = ''] =
        /<style data-href="(assets\/[^"]+\.css)">([^<]*)<\/style>/.exec(site.pages['/list'] ?? '') ?? [];
      expect(text).toMatch(/color: ?red/);
      expect(await site.read(sheet)).toBe(text);
      expect(site.pages['/list']).toContain(
        '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/list">',
      );
      expect(site.pages['/other']).toMatch(/<link rel="preload" as="style" href="\{base\}assets\/[^"]+\.css">/);
      expect(site.pages['/other']).not.toContain('<style');
    },
    BUILDS_WITHIN_MS,
  );

  it(
    'fails the build where it names a file that the build has not made, or its sheet can’t stand in a page',
    async () => {
      await writeFile(join(dir, 'src/still-pages.js'), drawPages('list.replace("first", "gone")'));
      await expect(remoteSite()).rejects.toThrow(
        /assets\/gone\.[0-9a-f]{12}\.avif stands in a drawn page, but is no file of this build/,
      );
      await writeFile(join(dir, 'src/still-pages.js'), drawPages('list'));
      await writeFile(join(dir, 'src/looks.css'), '.list { background: url("./first.avif"); }');
      await expect(remoteSite()).rejects.toThrow(/can't stand in a page/);
    },
    BUILDS_WITHIN_MS,
  );
});

it(
  'the shell’s site.json has the frames that it draws for its pages, and for an address that is none',
  async () => {
    const site = { pages: { '/': '<title>Home</title>' }, missing: '', texts: {} };
    await writeFile(
      join(dir, 'src/still-pages.js'),
      'export const drawPages = (paths, missing) => ({ bodies: Object.fromEntries(paths.map((path) => [path, "{page}"])), missingBody: missing, waiting: "…" });',
    );
    const read = await build(new ShellSitePlugin(site, dir, { app: app(), module: 'src/still-pages.js' }));
    expect(JSON.parse(await read('site.json'))).toEqual({
      ...site,
      bodies: { '/': '{page}' },
      missingBody: '/no/such/page',
      waiting: '…',
    });
  },
  BUILDS_WITHIN_MS,
);
