import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { LoadPage } from '@shop/web-kit';
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

async function read(address: string): Promise<unknown> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.json();
}

/** What was asked for early, used once and all at once: after a failure none of it is worth anything. */
function takeEarly(name: string): { addresses?: Promise<unknown>; manifest?: Promise<unknown> } {
  const early = window.earlyRemotes;
  delete window.earlyRemotes;
  return { addresses: early?.addresses, manifest: early?.manifests[name] };
}

async function findEntry(name: string): Promise<{ entry: string; entryGlobalName: string }> {
  const early = takeEarly(name);
  const addresses = addressesSchema.parse(await (early.addresses ?? read('/remotes.json')));
  const address = addresses[name];
  if (!address) throw new Error(`/remotes.json does not name ${name}`);
  const { metaData } = manifestSchema.parse(await (early.manifest ?? read(address)));
  const entry = new URL(metaData.remoteEntry.path + metaData.remoteEntry.name, new URL(address, window.location.href));
  return { entry: entry.href, entryGlobalName: metaData.globalName };
}

/**
 * Loads a remote's `./app`. Addresses and manifest are read anew at each call, and the entry registered anew: so a call
 * after a failure really tries again, and finds a remote that was deployed meanwhile.
 */
export function remotePage(name: string): LoadPage {
  return async () => {
    registerRemotes([{ name, ...(await findEntry(name)) }], { force: true });
    const page = await loadRemote<Awaited<ReturnType<LoadPage>>>(`${name}/app`);
    if (!page) throw new Error(`${name} exposes no ./app`);
    return page;
  };
}
