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
  /** The app's own folder: `import.meta.dirname` of its webpack.config.mjs. */
  dir: string;
  /** The name in file names and in the federation. */
  name: string;
}

/** webpack's own limit leaves people waiting for two minutes. */
const FILE_TIMEOUT_MS = 20_000;

/** Browsers of the last three years or so. */
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

/** The libs' modules only define things: what an app does not use of them stays out. */
const libsRule: RuleSetRule = { test: /[\\/]libs[\\/].*\.tsx?$/, sideEffects: false };

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

/** A `.br` and a `.gz` beside each text file, so that the server never compresses the same bytes twice. */
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
 * What host, remotes and apps served alone have in common. Files in `assets/` carry a hash of their content in their name, so they may be cached for
 * ever.
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
      // The federation's runtime module asks for this name before the chunk has its hash.
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
    module: { rules: [createScriptRule(mode), libsRule, createStyleRule(mode), assetsRule] },
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
    // The manifest plugin warns of `publicPath: 'auto'`, which is meant.
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    performance: false,
  };
}
