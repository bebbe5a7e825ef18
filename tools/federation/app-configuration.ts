import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';
import { ONE_RUNTIME } from './one-runtime.ts';
import { PrecompressPlugin } from './precompress-plugin.ts';
import { THIN_SOURCES } from './share-keys.ts';

const require = createRequire(import.meta.url);

export interface AppFolder {
  /** The app's own folder: `import.meta.dirname` of its rspack.config.mjs. */
  dir: string;
  /** The name in file names and in the federation. */
  name: string;
}

/** A file that has not come by then is not coming: the bundler's own limit leaves people waiting for two minutes. */
const FILE_LIMIT_MS = 20_000;

/** Browsers of the last three years or so; swc turns nothing older. */
const ECMA = 'es2022';

const scripts = (development: boolean): RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  use: {
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development } },
        target: ECMA,
      },
    },
  },
});

/** The libs' modules do nothing but define things: what an app does not use of them stays out. */
const pureLibs: RuleSetRule = { test: /[\\/]libs[\\/].*\.tsx?$/, sideEffects: false };

const styles = (development: boolean): RuleSetRule => ({
  test: /\.css$/,
  // A package without side effects still means its style sheets.
  sideEffects: true,
  use: [
    rspack.CssExtractRspackPlugin.loader,
    { loader: 'css-loader', options: { importLoaders: 1, import: false } },
    {
      loader: 'postcss-loader',
      options: {
        postcssOptions: {
          config: false,
          plugins: [[require.resolve('@tailwindcss/postcss'), { optimize: development ? false : { minify: true } }]],
        },
      },
    },
  ],
});

const assets: RuleSetRule = { test: /\.(svg|png|jpe?g|webp|avif|woff2)$/, type: 'asset/resource' };

/**
 * What host, remotes and apps standing alone have in common. Every file but the html page and the manifest carries a
 * hash of its content in its name and lies in `assets/`, so it may be kept for ever.
 */
export function appConfiguration({ dir, name }: AppFolder, mode: 'production' | 'development'): Configuration {
  const development = mode === 'development';
  const fileName = development ? '[name]' : '[name].[contenthash:12]';
  return {
    name,
    mode,
    context: dir,
    target: ['web', ECMA],
    devtool: development ? 'eval-cheap-module-source-map' : false,
    output: {
      path: join(dir, 'dist'),
      filename: `assets/${fileName}.js`,
      chunkFilename: `assets/${fileName}.js`,
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      publicPath: 'auto',
      uniqueName: name,
      // The shell clears it away by this name (remotes.ts), of every build that a remote's team has deployed.
      chunkLoadingGlobal: `webpackChunk${name}`,
      chunkLoadTimeout: FILE_LIMIT_MS,
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      conditionNames: ['@shop/source', '...'],
      alias: { ...THIN_SOURCES, ...ONE_RUNTIME },
    },
    module: { rules: [scripts(development), pureLibs, styles(development), assets] },
    plugins: [
      new rspack.NormalModuleReplacementPlugin(
        /^\.\.?\/(core\/)?(to-json-schema|json-schema-processors)\.js$/,
        join(import.meta.dirname, 'thin/no-json-schema.cjs'),
      ),
      new rspack.CssExtractRspackPlugin({
        filename: `assets/${fileName}.css`,
        chunkFilename: `assets/${fileName}.css`,
        ignoreOrder: true,
      }),
      ...(development ? [] : [new PrecompressPlugin()]),
    ],
    optimization: {
      moduleIds: 'deterministic',
      mangleExports: 'size',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { format: { comments: false } },
        }),
      ],
    },
    // Who works on one app has all of it from the first look on; it takes a second.
    lazyCompilation: false,
    // The manifest's plugin warns of what is meant here: that addresses follow from where the manifest lies.
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    performance: false,
  };
}
