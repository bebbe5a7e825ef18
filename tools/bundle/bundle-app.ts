import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Compiler, type ExternalItemFunctionData, rspack, type RspackOptions, type Stats } from '@rspack/core';

/** They look for files of their own, start threads from them or bring native parts, and so stay where npm put them; the last is asked for by a package that finds it there, or does without. */
const STAY_WHERE_THEY_ARE = ['@node-rs/argon2', 'sharp', 'piscina', 'pino', 'swagger-ui-dist', 'typescript'];

/**
 * Makes `dist/main.js` of the app in this folder, as it was compiled, one file with all it imports, and one of others' packages: a start reads them in half the
 * time that two thousand files take (docs/adr/0027-services-start-from-a-bundle.md). Throws with the bundler's words, also
 * where it only warns of our own modules.
 */
export async function bundleApp(folder: string): Promise<void> {
  for (const old of globSync('dist/main.*.js*', { cwd: folder })) rmSync(join(folder, old));
  const stats = await run(rspack(optionsFor(folder)));
  const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true });
  const faults = [...errors, ...warnings];
  if (faults.length > 0)
    throw new Error(`${folder} can't be bundled:\n${faults.map(({ message }) => message).join('\n')}`);
  forgetMaps(join(folder, 'dist/main.packages.js'));
}

/** Each package's word of where its map lies: Node would look for the last of them at every start, and count the columns of nine megabytes for it. */
function forgetMaps(packages: string): void {
  if (existsSync(packages))
    writeFileSync(packages, readFileSync(packages, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/gm, ''));
}

async function run(compiler: Compiler): Promise<Stats> {
  try {
    return await new Promise<Stats>((resolve, reject) => {
      compiler.run((error, done) => (done ? resolve(done) : reject(error ?? new Error('The bundler said nothing.'))));
    });
  } finally {
    await new Promise<void>((resolve) => compiler.close(() => resolve()));
  }
}

const optionsFor = (folder: string): RspackOptions => ({
  mode: 'production',
  context: folder,
  entry: { main: './dist/main.js' },
  target: 'node24',
  output: {
    path: join(folder, 'dist'),
    filename: '[name].js',
    chunkFilename: 'main.[name].js',
    module: true,
    chunkFormat: 'module',
    library: { type: 'module' },
    // Functions in parentheses are compiled at once, and so kept in Node's compile cache.
    environment: { methodShorthand: false },
  },
  module: {
    // `import.meta` and addresses made of it are left as they are, for the loader below.
    parser: { javascript: { importMeta: false, url: false, worker: false } },
    rules: [
      // What a package requires by a function that it made for it is bundled, too: @nestjs/typeorm would read a second TypeORM.
      { test: /[\\/]node_modules[\\/]/, parser: { createRequire: true } },
      {
        test: /[\\/]dist[\\/].*\.js$/,
        exclude: /node_modules/,
        extractSourceMap: true,
        loader: join(import.meta.dirname, 'own-address.mjs'),
        options: { folder: join(folder, 'dist') },
      },
    ],
  },
  externals: [outsideOf],
  optimization: {
    minimize: false,
    // It is asked for where it runs, as without a bundle.
    nodeEnv: false,
    // Classes keep their names: TypeORM calls migrations by them.
    concatenateModules: false,
    splitChunks: {
      cacheGroups: {
        packages: { test: /[\\/]node_modules[\\/]/, name: 'main.packages', chunks: 'initial', enforce: true },
      },
    },
  },
  plugins: [
    new rspack.SourceMapDevToolPlugin({
      filename: '[file].map',
      moduleFilenameTemplate: '../[resource-path]',
      exclude: /main\.packages/,
    }),
  ],
  // A package that makes up the name of another while it runs is told that there is none: ours use none of what would (TypeORM is given its driver).
  ignoreWarnings: [{ module: /[\\/]node_modules[\\/]/ }],
  stats: 'none',
});

/** What is imported at run time, as without a bundle: the packages above, and those that a package would use if they were there. */
async function outsideOf({
  request = '',
  context = '',
  dependencyType = '',
  getResolve,
}: ExternalItemFunctionData): Promise<string | undefined> {
  const isCommonJs = dependencyType.startsWith('commonjs');
  const outside = `${isCommonJs ? 'node-commonjs' : 'module-import'} ${request}`;
  if (STAY_WHERE_THEY_ARE.some((name) => request === name || request.startsWith(`${name}/`))) return outside;
  if (/^[./]|^node:/.test(request)) return undefined;
  const resolve = getResolve?.({ conditionNames: ['node', isCommonJs ? 'require' : 'import', 'default'] });
  return Promise.resolve(resolve?.(context, request)).then(
    () => undefined,
    () => outside,
  );
}
