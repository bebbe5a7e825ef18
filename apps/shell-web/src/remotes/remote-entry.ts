import { PageLoadError } from '@shop/web-kit';
import * as z from 'zod/mini';

/** `/remotes.json`: the manifest's address of each remote, set where the shop runs, not where it was built. */
const manifestUrlsSchema = z.record(z.string(), z.string());

const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ path: z.string(), name: z.string() }), globalName: z.string() }),
  exposes: z.array(z.object({ assets: z.object({ js: z.object({ sync: z.array(z.string()) }) }) })),
});

export interface RemoteEntry {
  /** The whole address of the remote's first script. */
  readonly entry: string;
  /** The variable it defines. */
  readonly entryGlobalName: string;
  /** The whole addresses of the scripts it starts with. */
  readonly scripts: readonly string[];
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new PageLoadError('broken', `${url} answered ${response.status}`);
  return response.json();
}

/** Where a remote's newest build starts. The page's head preloads both answers. */
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
