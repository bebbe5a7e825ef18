import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { appConfiguration, type AppFolder, type Configuration, type Mode } from './app-configuration.ts';
import { type RemotePage, remoteSite, type ShellSite, shellSite } from './first-paint/site-plugin.ts';
import { providedByHost, takenFromHost } from './share-keys.ts';

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

const shopOf = ({ shop }: Record<string, unknown>): string => (typeof shop === 'string' ? shop : GATEWAY);

/** The shop takes calls from its own pages only (D5), and to it these are its own. */
const developmentServer = (port: number, shop: string): Configuration['devServer'] => ({
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

const modeOf = ({ mode }: Arguments): Mode => (mode === 'development' ? 'development' : 'production');

/** The shell: brings the shared libraries and the federation's runtime, and knows no remote by address. */
export function host({ dir, name, port, site }: AppFolder & { port: number; site: ShellSite }): Configure {
  return (environment, args) => {
    const app = appConfiguration({ dir, name }, modeOf(args));
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
          shared: providedByHost(),
          experiments: { provideExternalRuntime: true, optimization: THIN_RUNTIME },
        }),
      ],
      devServer: developmentServer(port, shopOf(environment)),
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
      ? alone({ dir, name, port }, shopOf(environment))
      : federated({ dir, name, pages }, modeOf(args));
}

function federated(
  { dir, name, pages }: AppFolder & { pages: Readonly<Record<string, RemotePage>> },
  mode: Mode,
): Configuration {
  const app = appConfiguration({ dir, name }, mode);
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
        shared: takenFromHost(),
        experiments: { externalRuntime: true, optimization: THIN_RUNTIME },
      }),
    ],
  };
}

function alone({ dir, name, port }: AppFolder & { port: number }, shop: string): Configuration {
  const app = appConfiguration({ dir, name }, 'development');
  return {
    ...app,
    entry: { main: './src/index.ts' },
    plugins: [
      ...(app.plugins ?? []),
      new HtmlWebpackPlugin({ template: join(import.meta.dirname, 'alone.html'), publicPath: '/' }),
    ],
    devServer: developmentServer(port, shop),
  };
}
