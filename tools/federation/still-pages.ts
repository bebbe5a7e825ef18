import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { type Compilation, type Configuration, rspack } from '@rspack/core';

/** Drawn pages hold this in place of the address under which the app's files lie, which is known where the shop runs. It has to be an address: `new URL` reads it. */
const BASE = 'http://base.invalid/';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/still-pages');

/**
 * Builds the app's `module` for Node, with the same loaders as for the browser, and calls its `drawPages`. In what it answers the app's own files
 * have the names that they have in the app's build, after `{base}`.
 */
export async function drawPages<Drawn extends object>(
  app: Configuration,
  module: string,
  args: readonly unknown[],
): Promise<Drawn> {
  const file = `${app.name ?? 'app'}.cjs`;
  await build({
    ...forNode(app),
    entry: join(app.context ?? '', module),
    output: {
      path: CACHE,
      filename: file,
      library: { type: 'commonjs2' },
      publicPath: BASE,
      asyncChunks: false,
      assetModuleFilename: app.output?.assetModuleFilename,
    },
  });
  const drawn = await (await load(join(CACHE, file))).drawPages(...args);
  return JSON.parse(JSON.stringify(drawn).replaceAll(BASE, '{base}')) as Drawn;
}

interface Drawer {
  drawPages: (...args: readonly unknown[]) => unknown;
}

/** A fresh copy each time: `require` would answer with that of the build before. */
async function load(file: string): Promise<Drawer> {
  const module = { exports: {} as Drawer };
  const run = compileFunction(await readFile(file, 'utf8'), ['module', 'exports', 'require', '__filename'], {
    filename: file,
  }) as (...given: unknown[]) => void;
  run(module, module.exports, createRequire(file), file);
  return module.exports;
}

function forNode(app: Configuration): Configuration {
  const rules = (app.module?.rules ?? []).map((rule): typeof rule => {
    if (typeof rule !== 'object' || !(rule?.test instanceof RegExp)) return rule;
    // Styles say nothing about markup.
    if (rule.test.test('a.css')) return { test: rule.test, type: 'asset/source' };
    return rule.type === 'asset/resource' ? { ...rule, generator: { emit: false } } : rule;
  });
  return { ...app, target: 'node', devtool: false, plugins: [], module: { rules }, optimization: { minimize: false } };
}

async function build(configuration: Configuration): Promise<void> {
  const compiler = rspack(configuration);
  try {
    await new Promise<void>((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve();
      });
    });
  } finally {
    await new Promise((resolve) => compiler.close(resolve));
  }
}

/** A file that a page names and the app's build did not make would be missed by everybody who opens it. */
export function checkFiles(markup: string, compilation: Compilation): void {
  for (const [, file = ''] of markup.matchAll(/\{base\}([^"\\\s,]+)/g)) {
    if (!compilation.getAsset(file)) throw new Error(`${file} stands in a drawn page, but is no file of this build`);
  }
}
