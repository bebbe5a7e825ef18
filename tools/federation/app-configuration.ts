import { createRequire } from 'node:module';
import { join } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { PrecompressPlugin } from './precompress-plugin.ts';
import { THIN_SOURCES } from './share-keys.ts';

const require = createRequire(import.meta.url);
const workspace = join(import.meta.dirname, '../..');

export interface AppFolder {
  /** The app's own folder: `import.meta.dirname` of its webpack.config.mjs. */
  dir: string;
  /** The name in file names, caches and the federation. */
  name: string;
}

/** A file that has not come by then is not coming: webpack's own limit leaves people waiting for two minutes. */
const FILE_LIMIT_MS = 20_000;

/** Browsers of the last three years or so; swc turns nothing older. */
const ECMA = 'es2022';

const scripts = (development: boolean): RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  use: {
    loader: 'swc-loader',
    options: {
      swcrc: false,
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development } },
        target: ECMA,
      },
      module: { type: 'es6' },
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
    MiniCssExtractPlugin.loader,
    { loader: 'css-loader', options: { importLoaders: 1, import: false } },
    {
      loader: 'postcss-loader',
      options: { postcssOptions: { config: false, plugins: [[require.resolve('@tailwindcss/postcss'), { optimize: development ? false : { minify: true } }]] } },
    },
  ],
});

const assets: RuleSetRule = { test: /\.(svg|png|jpe?g|webp|avif|woff2)$/, type: 'asset/resource' };

/**
 * What host, remotes and apps standing alone have in common. Every file but the html page and the manifest carries a
 * hash of its content in its name and lies in `assets/`, so it may be kept for ever.
 */
export function appConfiguration({ dir, name }: AppFolder, mode: 'production' | 'development', variant: string): Configuration {
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
      // The federation's runtime asks for this name once before the hash is known, to count its folders.
      filename: ({ chunk }) => (development || chunk?.contentHash?.javascript ? `assets/${fileName}.js` : 'assets/[name].js'),
      chunkFilename: `assets/${fileName}.js`,
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      publicPath: 'auto',
      uniqueName: name,
      chunkLoadTimeout: FILE_LIMIT_MS,
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      conditionNames: ['@shop/source', '...'],
      alias: THIN_SOURCES,
    },
    module: { rules: [scripts(development), pureLibs, styles(development), assets] },
    plugins: [
      new webpack.NormalModuleReplacementPlugin(/^\.\.?\/(core\/)?(to-json-schema|json-schema-processors)\.js$/, join(import.meta.dirname, 'thin/no-json-schema.cjs')),
      new MiniCssExtractPlugin({ filename: `assets/${fileName}.css`, chunkFilename: `assets/${fileName}.css`, ignoreOrder: true }),
      ...(development ? [] : [new PrecompressPlugin()]),
    ],
    optimization: {
      moduleIds: 'deterministic',
      minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false, terserOptions: { format: { comments: false } } })],
    },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(workspace, 'node_modules/.cache/webpack'),
      name: `${name}-${variant}-${mode}`,
      buildDependencies: { config: [join(dir, 'webpack.config.mjs'), `${import.meta.dirname}/`] },
    },
    // The manifest's plugin warns of what is meant here: that addresses follow from where the manifest lies.
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    performance: false,
  };
}
