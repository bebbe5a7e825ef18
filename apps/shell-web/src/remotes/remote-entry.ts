import { PageLoadError } from '@shop/web-kit';
import { z } from 'zod';

/** `/remotes.json`: the manifest's address of each remote, set where the shop runs, not where it was built. */
const addressesSchema = z.record(z.string(), z.string());

const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ path: z.string(), name: z.string() }), globalName: z.string() }),
});

export interface RemoteEntry {
  /** The whole address of the remote's first script. */
  readonly entry: string;
  /** The variable it defines. */
  readonly entryGlobalName: string;
}

async function read(address: string, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new PageLoadError('broken', `${address} answered ${answer.status}`);
  return answer.json();
}

/** Where a remote's newest build starts. The page's head preloads both answers. */
export async function findEntry(name: string, signal: AbortSignal): Promise<RemoteEntry> {
  const addresses = addressesSchema.parse(await read('/remotes.json', signal));
  const address = addresses[name];
  if (!address) throw new PageLoadError('broken', `/remotes.json does not name ${name}`);
  const { metaData } = manifestSchema.parse(await read(address, signal));
  const { path, name: file } = metaData.remoteEntry;
  return {
    entry: new URL(path + file, new URL(address, window.location.href)).href,
    entryGlobalName: metaData.globalName,
  };
}
