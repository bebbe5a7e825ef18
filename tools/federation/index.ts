import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { createAppConfiguration, type AppFolder, type Configuration, type Mode } from './app-configuration.ts';
import { type RemotePage, remoteSite, type ShellSite, shellSite } from './first-paint/site-plugin.ts';
import { createHostShares, createRemoteShares } from './share-keys.ts';

interface Arguments {
  mode?: 'production' | 'development' | 'none';
}

type Configure = (environment: Record<string, unknown>, args: Arguments) => Configuration;

/** The gateway of a running shop, which the development servers lean on; `--env shop=http://…` names another. */
const GATEWAY = 'http://localhost:3000';

/** `loaded-first`: the default would load every remote at start, so one dead remote could stop the shell. */
const FEDERATION = {
  shareStrategy: 'loaded-first' as const,
  dts: false,
  dev: false,
};

/** Leaves out the runtime's inspection of snapshots; the host reads a remote's manifest itself. */
const THIN_RUNTIME = { target: 'web' as const, disableSnapshot: true };

const getShopUrl = ({ shop }: Record<string, unknown>): string => (typeof shop === 'string' ? shop : GATEWAY);

/** The shop takes calls from its own pages only (D5), and to it these are its own. */
const createDevelopmentServer = (port: number, shop: string): Configuration['devServer'] => ({
  port,
  host: '127.0.0.1',
  historyApiFallback: true,
  proxy: [
    {
      context: ['/api', '/media', '/pictures', '/remotes', '/remotes.json'],
      target: shop,
      changeOrigin: true,
      headers: { origin: shop },
    },
  ],
});

const FIRST_PAINT = join(import.meta.dirname, 'first-paint');

/** What a remote exposes as `./app`. */
const EXPOSED = 'src/app.tsx';

const getMode = ({ mode }: Arguments): Mode => (mode === 'development' ? 'development' : 'production');

/** The shell: brings the shared libraries and the federation's runtime, and knows no remote by address. */
export function host({ dir, name, port, site }: AppFolder & { port: number; site: ShellSite }): Configure {
  return (environment, args) => {
    const app = createAppConfiguration({ dir, name }, getMode(args));
    return {
      ...app,
      entry: { main: './src/index.ts' },
      // Pages lie at any depth, so the html names its files from the root.
      plugins: [
        ...(app.plugins ?? []),
        new HtmlWebpackPlugin({ template: join(FIRST_PAINT, 'shell.html'), publicPath: '/' }),
        shellSite(site, dir),
        new ModuleFederationPlugin({
          ...FEDERATION,
          name,
          manifest: false,
          shared: createHostShares(),
          experiments: { provideExternalRuntime: true, optimization: THIN_RUNTIME },
        }),
      ],
      devServer: createDevelopmentServer(port, getShopUrl(environment)),
    };
  };
}

/** A remote: exposes `./app` and takes the shared libraries from the host. `webpack serve` runs it alone, as a plain app. */
export function remote({
  dir,
  name,
  port,
  pages = {},
}: AppFolder & { port: number; pages?: Readonly<Record<string, RemotePage>> }): Configure {
  return (environment, args) =>
    environment.WEBPACK_SERVE
      ? createStandaloneConfiguration({ dir, name, port }, getShopUrl(environment))
      : createRemoteConfiguration({ dir, name, pages }, getMode(args));
}

function createRemoteConfiguration(
  { dir, name, pages }: AppFolder & { pages: Readonly<Record<string, RemotePage>> },
  mode: Mode,
): Configuration {
  const app = createAppConfiguration({ dir, name }, mode);
  return {
    ...app,
    entry: {},
    plugins: [
      ...(app.plugins ?? []),
      remoteSite(pages, dir, EXPOSED),
      new ModuleFederationPlugin({
        ...FEDERATION,
        name,
        manifest: { fileName: 'mf-manifest.json' },
        exposes: { './app': `./${EXPOSED}` },
        shared: createRemoteShares(),
        experiments: { externalRuntime: true, optimization: THIN_RUNTIME },
      }),
    ],
  };
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
