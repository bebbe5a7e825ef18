import { PageLoadError } from '@shop/web-kit';
import { z } from 'zod';

/** `/remotes.json`: the manifest's address of each remote, set where the shop runs, not where it was built. */
const addressesSchema = z.record(z.string(), z.string());

const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ path: z.string(), name: z.string() }), globalName: z.string() }),
});

declare global {
  interface Window {
    /** What the inline script of index.html asked for before this script arrived. */
    earlyRemotes?: { addresses: Promise<unknown>; manifests: Record<string, Promise<unknown> | undefined> };
  }
}

export interface RemoteEntry {
  /** The whole address of the remote's first script. */
  readonly entry: string;
  /** The variable it defines. */
  readonly entryGlobalName: string;
  /** The address under which all its files lie. */
  readonly base: string;
}

async function read(address: string, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new PageLoadError('broken', `${address} answered ${answer.status}`);
  return answer.json();
}

/** What was asked for early, used once and all at once: after a failure none of it is worth anything. */
function takeEarly(name: string): { addresses?: Promise<unknown>; manifest?: Promise<unknown> } {
  const early = window.earlyRemotes;
  delete window.earlyRemotes;
  return { addresses: early?.addresses, manifest: early?.manifests[name] };
}

/** Where a remote's newest build starts. */
export async function findEntry(name: string, signal: AbortSignal): Promise<RemoteEntry> {
  const early = takeEarly(name);
  const addresses = addressesSchema.parse(await (early.addresses ?? read('/remotes.json', signal)));
  const address = addresses[name];
  if (!address) throw new PageLoadError('broken', `/remotes.json does not name ${name}`);
  const { metaData } = manifestSchema.parse(await (early.manifest ?? read(address, signal)));
  const { path, name: file } = metaData.remoteEntry;
  const base = new URL(address, window.location.href);
  return {
    entry: new URL(path + file, base).href,
    entryGlobalName: metaData.globalName,
    base: new URL('.', base).href,
  };
}
