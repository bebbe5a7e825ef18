import { PageLoadError } from '@shop/web-kit';
import * as z from 'zod/mini';

/** `/remotes.json`: the manifest URL of each remote, set at deployment, not at build time. */
const manifestUrlsSchema = z.record(z.string(), z.string());

const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ path: z.string(), name: z.string() }), globalName: z.string() }),
  exposes: z.array(z.object({ assets: z.object({ js: z.object({ sync: z.array(z.string()) }) }) })),
});

export interface RemoteEntry {
  /** Absolute URL of the remote's first script. */
  readonly entry: string;
  /** The global variable that this script defines. */
  readonly entryGlobalName: string;
  /** Absolute URLs of the scripts that the remote needs to start. */
  readonly scripts: readonly string[];
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new PageLoadError('broken', `${url} answered ${response.status}`);
  return response.json();
}

/** Finds the entry of a remote's newest build. The page's head preloads both responses. */
export async function findRemoteEntry(name: string, signal: AbortSignal): Promise<RemoteEntry> {
  const manifestUrls = manifestUrlsSchema.parse(await fetchJson('/remotes.json', signal));
  const manifestUrl = manifestUrls[name];
  if (!manifestUrl) throw new PageLoadError('broken', `/remotes.json does not name ${name}`);
  const { metaData, exposes } = manifestSchema.parse(await fetchJson(manifestUrl, signal));
  const { path, name: file } = metaData.remoteEntry;
  const base = new URL(manifestUrl, window.location.href);
  const entry = new URL(path + file, base).href;
  const exposed = exposes.flatMap(({ assets }) => assets.js.sync).map((script) => new URL(script, base).href);
  return {
    entry,
    scripts: [entry, ...exposed],
    entryGlobalName: metaData.globalName,
  };
}
