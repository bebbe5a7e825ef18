import { createRequire } from 'node:module';
import { join } from 'node:path';
import webpack, { type Compilation, type Configuration, type RuleSetRule } from 'webpack';

/** Drawn pages hold this in place of the address under which the app's files lie, which is known where the shop runs. It has to be an address: `new URL` reads it. */
const BASE = 'http://base.invalid/';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/still-pages');
const isRule = (rule: unknown, file: string): rule is RuleSetRule => typeof rule === 'object' && rule !== null && (rule as RuleSetRule).test instanceof RegExp && ((rule as RuleSetRule).test as RegExp).test(file);

/**
 * Builds the app's `module` for Node, with the same loaders as for the browser, and calls its `drawPages`. In what it answers the app's own files
 * have the names that they have in the app's build, after `{base}`.
 */
export async function drawPages<Drawn extends object>(app: Configuration, module: string, args: readonly unknown[]): Promise<Drawn> {
  const file = `${app.name ?? 'app'}.cjs`;
  await run({ ...forNode(app), entry: join(app.context ?? '', module), output: { path: CACHE, filename: file, library: { type: 'commonjs2' }, publicPath: BASE, asyncChunks: false, assetModuleFilename: app.output?.assetModuleFilename } });
  const require = createRequire(import.meta.url);
  const built = join(CACHE, file);
  Reflect.deleteProperty(require.cache, built);
  const { drawPages: draw } = require(built) as { drawPages: (...given: readonly unknown[]) => Drawn | Promise<Drawn> };
  return JSON.parse(JSON.stringify(await draw(...args)).replaceAll(BASE, '{base}')) as Drawn;
}

function forNode(app: Configuration): Configuration {
  const rules = (app.module?.rules ?? []).map((rule): typeof rule => {
    // Styles say nothing about markup.
    if (isRule(rule, 'a.css')) return { test: /\.css$/, type: 'asset/source' };
    return isRule(rule, 'a.avif') ? { ...rule, generator: { emit: false } } : rule;
  });
  return { ...app, target: 'node', devtool: false, plugins: [], module: { rules }, optimization: { minimize: false }, cache: app.cache && typeof app.cache === 'object' ? { ...app.cache, name: `${app.name ?? 'app'}-still-pages` } as typeof app.cache : app.cache };
}

async function run(configuration: Configuration): Promise<void> {
  const compiler = webpack(configuration);
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
