import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { createAppConfiguration, type AppFolder, type Configuration, type Mode } from './app-configuration.ts';
import { type RemotePage, remoteSite, type ShellSite, shellSite } from './first-paint/site-plugin.ts';
import { listScriptHashes, scriptIntegrity } from './script-integrity.ts';
import { createHostShares, createRemoteShares } from './share-keys.ts';
import { sharedLibraries } from './shared-libraries.ts';

interface Arguments {
  mode?: 'production' | 'development' | 'none';
}

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];
type ManifestOptions = Extract<FederationOptions['manifest'], object>;
type ManifestInput = Parameters<NonNullable<ManifestOptions['additionalData']>>[0];

type Configure = (environment: Record<string, unknown>, args: Arguments) => Configuration;

/** Default gateway for the development servers; `--env shop=http://…` sets another. */
const GATEWAY = 'http://localhost:3000';

/** `loaded-first`: the default strategy loads every remote at start, so that one dead remote would stop the shell. */
const FEDERATION = {
  shareStrategy: 'loaded-first' as const,
  dts: false,
  dev: false,
};

/** Removes the runtime's support of snapshots: the shell reads the remotes' manifests itself. */
const THIN_RUNTIME = { target: 'web' as const, disableSnapshot: true };

const getShopUrl = ({ shop }: Record<string, unknown>): string => (typeof shop === 'string' ? shop : GATEWAY);

/** Proxies API calls to the shop. `origin` is replaced, as the gateway accepts unsafe calls of its own pages only. */
const createDevelopmentServer = (port: number, shop: string): Configuration['devServer'] => ({
  port,
  host: '127.0.0.1',
  historyApiFallback: true,
  proxy: [
    {
      context: ['/api', '/media', '/pictures', '/remotes', '/remotes.json', '/sandbox'],
      target: shop,
      changeOrigin: true,
      headers: { origin: shop },
    },
  ],
});

/** `--env variant`: a build with other libs, for tests of a shell and a remote of different builds. */
const isVariant = ({ variant }: Record<string, unknown>): boolean => variant === true;
const VARIANT = join(import.meta.dirname, 'variant');

function withAliases(app: Configuration, aliases: Record<string, string>): Configuration {
  return { ...app, resolve: { ...app.resolve, alias: { ...app.resolve?.alias, ...aliases } } };
}

const FIRST_PAINT = join(import.meta.dirname, 'first-paint');

/** The module that a remote exposes as `./app`. */
const EXPOSED = 'src/app.tsx';

const getMode = ({ mode }: Arguments): Mode => (mode === 'development' ? 'development' : 'production');

/** The shell: contains the shared libraries and the federation's runtime. It learns the addresses of remotes at run time. */
export function host({ dir, name, port, site }: AppFolder & { port: number; site: ShellSite }): Configure {
  return (environment, args) => {
    const standard = createAppConfiguration({ dir, name }, getMode(args));
    const variant = isVariant(environment);
    const app = variant ? withAliases(standard, { '@shop/web-kit$': join(VARIANT, 'shell-kit.js') }) : standard;
    return {
      ...app,
      entry: { main: './src/index.ts' },
      // Absolute paths, as the HTML serves pages of any depth.
      plugins: [
        ...(app.plugins ?? []),
        new HtmlWebpackPlugin({ template: join(FIRST_PAINT, 'shell.html'), publicPath: '/' }),
        shellSite(site, dir),
        sharedLibraries(),
        new ModuleFederationPlugin({
          ...FEDERATION,
          name,
          manifest: false,
          shared: createHostShares(variant ? name : ''),
          experiments: { provideExternalRuntime: true, optimization: THIN_RUNTIME },
        }),
      ],
      devServer: createDevelopmentServer(port, getShopUrl(environment)),
    };
  };
}

/** A remote: exposes `./app` and uses the host's shared libraries. `webpack serve` runs it as a standalone app. */
export function remote({
  dir,
  name,
  port,
  pages = {},
}: AppFolder & { port: number; pages?: Readonly<Record<string, RemotePage>> }): Configure {
  return (environment, args) =>
    environment.WEBPACK_SERVE
      ? createStandaloneConfiguration({ dir, name, port }, getShopUrl(environment))
      : createRemoteConfiguration({ dir, name, pages }, getMode(args), isVariant(environment));
}

function createRemoteConfiguration(
  { dir, name, pages }: AppFolder & { pages: Readonly<Record<string, RemotePage>> },
  mode: Mode,
  variant: boolean,
): Configuration {
  const standard = createAppConfiguration({ dir, name }, mode);
  const app = variant
    ? withAliases(standard, {
        '@shop/web-kit$': join(VARIANT, 'remote-kit.js'),
        'variant-source$': join(dir, EXPOSED),
      })
    : standard;
  return {
    ...app,
    entry: {},
    plugins: [
      ...(app.plugins ?? []),
      remoteSite(pages, dir, EXPOSED),
      scriptIntegrity(),
      sharedLibraries(),
      new ModuleFederationPlugin({
        ...FEDERATION,
        name,
        manifest: { fileName: 'mf-manifest.json', additionalData: addScriptHashes },
        exposes: { './app': variant ? join(VARIANT, 'remote-app.js') : `./${EXPOSED}` },
        shared: createRemoteShares(variant ? name : ''),
        experiments: { externalRuntime: true, optimization: THIN_RUNTIME },
      }),
    ],
  };
}

/** The federation's plugin calls this when all scripts are final. */
function addScriptHashes({ stats, compilation }: ManifestInput): ManifestInput['stats'] {
  Object.assign(stats.metaData, { hashes: listScriptHashes(compilation) });
  return stats;
}

function createStandaloneConfiguration({ dir, name, port }: AppFolder & { port: number }, shop: string): Configuration {
  const app = createAppConfiguration({ dir, name }, 'development');
  return {
    ...app,
    entry: { main: './src/index.ts' },
    plugins: [
      ...(app.plugins ?? []),
      new HtmlWebpackPlugin({ template: join(import.meta.dirname, 'standalone.html'), publicPath: '/' }),
    ],
    devServer: createDevelopmentServer(port, shop),
  };
}
