import { createRequire } from 'node:module';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration as WebpackConfiguration, RuleSetRule } from 'webpack';
import type { Configuration as ServerConfiguration } from 'webpack-dev-server';
import { THIN_SOURCES } from './share-keys.ts';

export type Configuration = WebpackConfiguration & { devServer?: ServerConfiguration };
export type Mode = 'production' | 'development';

const require = createRequire(import.meta.url);

export interface AppFolder {
  /** The app's folder: `import.meta.dirname` of its webpack.config.mjs. */
  dir: string;
  /** The name in the federation and in file names. */
  name: string;
}

/** webpack's default timeout is two minutes. */
const FILE_TIMEOUT_MS = 20_000;

/** Supported by browsers of the last three years. */
const ECMA = 'es2022';

const createScriptRule = (mode: Mode): RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  use: {
    loader: 'swc-loader',
    options: {
      swcrc: false,
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: mode === 'development' } },
        target: ECMA,
      },
      module: { type: 'es6' },
    },
  },
});

/**
 * Modules of libs have no side effects, so unused ones are removed. Only in production: webpack 5.113 does not build modules
 * behind unused exports, and a development build still runs their importers.
 */
const libsRule: RuleSetRule = { test: /[\\/]libs[\\/].*\.tsx?$/, sideEffects: false };

/** Schemas that a page does not use are removed. */
const contractsRule: RuleSetRule = {
  test: /[\\/]libs[\\/]contracts[\\/].*\.ts$/,
  enforce: 'pre',
  use: join(import.meta.dirname, 'pure-schemas.loader.mjs'),
};

const createStyleRule = (mode: Mode): RuleSetRule => ({
  test: /\.css$/,
  sideEffects: true,
  use: [
    MiniCssExtractPlugin.loader,
    { loader: 'css-loader', options: { importLoaders: 1, import: false } },
    {
      loader: 'postcss-loader',
      options: {
        postcssOptions: {
          config: false,
          plugins: [
            [require.resolve('@tailwindcss/postcss'), { optimize: mode === 'development' ? false : { minify: true } }],
          ],
        },
      },
    },
  ],
});

const assetsRule: RuleSetRule = {
  test: /\.(svg|png|jpe?g|webp|avif|woff2)$/,
  oneOf: [{ resourceQuery: /raw/, type: 'asset/source' }, { type: 'asset/resource' }],
};

/** Writes a `.br` and a `.gz` beside each text file, so that the server need not compress. */
const createCompression = (algorithm: 'brotliCompress' | 'gzip', extension: string, compressionOptions: object) =>
  new CompressionPlugin({
    algorithm,
    compressionOptions,
    filename: `[path][base].${extension}`,
    test: /\.(js|css|html|json|svg)$/,
    minRatio: 1,
  });

const createPlugins = (mode: Mode, fileName: string) => [
  new MiniCssExtractPlugin({
    filename: `assets/${fileName}.css`,
    chunkFilename: `assets/${fileName}.css`,
    ignoreOrder: true,
  }),
  ...(mode === 'development'
    ? []
    : [
        createCompression('brotliCompress', 'br', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        createCompression('gzip', 'gz', { level: 9 }),
      ]),
];

/**
 * Common configuration of host, remotes and standalone apps. Names of files in `assets/` contain a content hash, so they are cached without a limit.
 */
export function createAppConfiguration({ dir, name }: AppFolder, mode: Mode): Configuration {
  const fileName = mode === 'development' ? '[name]' : '[name].[contenthash:12]';
  return {
    name,
    mode,
    context: dir,
    target: ['web', ECMA],
    devtool: mode === 'development' ? 'eval-cheap-module-source-map' : false,
    output: {
      path: join(dir, 'dist'),
      // The federation's runtime module reads this name before the chunk has its hash.
      filename: ({ chunk }) => `assets/${chunk?.contentHash?.javascript ? fileName : '[name]'}.js`,
      chunkFilename: `assets/${fileName}.js`,
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      publicPath: 'auto',
      uniqueName: name,
      chunkLoadTimeout: FILE_TIMEOUT_MS,
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      conditionNames: ['@shop/source', '...'],
      alias: THIN_SOURCES,
    },
    module: {
      rules: [
        createScriptRule(mode),
        ...(mode === 'production' ? [libsRule, contractsRule] : []),
        createStyleRule(mode),
        assetsRule,
      ],
    },
    plugins: createPlugins(mode, fileName),
    optimization: {
      moduleIds: 'deterministic',
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          extractComments: false,
          terserOptions: { format: { comments: false } },
        }),
      ],
    },
    // The manifest plugin warns about `publicPath: 'auto'`, which is intended.
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    performance: false,
  };
}
