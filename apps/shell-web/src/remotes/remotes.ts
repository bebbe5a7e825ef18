import { getInstance, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { PageLoadError, type LoadFailure, type LoadPage } from '@shop/web-kit';
import { findEntry, type RemoteEntry } from './remote-entry.js';

type Page = Awaited<ReturnType<LoadPage>>;

/** From the click to the remote's page: five seconds are a slow line, twenty are none. */
const LOAD_LIMIT_MS = 20_000;

/**
 * Loads a remote's `./app`. Addresses and manifest are read anew at each call: so a call after a failure really tries
 * again, and finds a build that was deployed meanwhile. A build that is there already is not started a second time.
 */
export function remotePage(name: string): LoadPage {
  let shown: { entry: string; page: Page } | undefined;
  let goes = 0;
  return async () => {
    goes += 1;
    const stop = new AbortController();
    const load = async (): Promise<Page> => {
      const found = await findEntry(name, stop.signal);
      if (shown?.entry === found.entry) return shown.page;
      const startOnce = (): Promise<Page> => {
        stop.signal.throwIfAborted();
        return start(name, found, goes);
      };
      // A browser answers with a preload that failed once more without asking; the request after that goes to the server.
      const page = await startOnce().catch((error: unknown) => {
        if (reasonOf(error) !== 'unreachable') throw error;
        goes += 1;
        return startOnce();
      });
      shown = { entry: found.entry, page };
      return page;
    };
    try {
      return await within(LOAD_LIMIT_MS, load(), stop);
    } catch (error) {
      const why = reasonOf(error);
      // What broke while it was shown can be shown again, even where nothing newer can be asked for.
      if (shown && why !== 'broken') return shown.page;
      throw new PageLoadError(why, `${name}: ${String(error)}`, { cause: error });
    }
  };
}

/**
 * Whether every remote in use is the build whose files the page's HTML names; what another build draws may differ from what stands in it. The links
 * that the inline script of index.html adds have no priority.
 */
export function areAllOfThisPage(): boolean {
  const named = new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="script"][fetchpriority="low"]')].map(
      ({ href }) => href,
    ),
  );
  const used = getInstance()?.options.remotes.map((remote) => ('entry' in remote ? remote.entry : '')) ?? [];
  return used.every((entry) => named.has(entry.replace(/\?.*$/, '')));
}

async function start(name: string, { entry, entryGlobalName, base }: RemoteEntry, nth: number): Promise<Page> {
  clearAway(entryGlobalName, base);
  // Another address than before: a browser joins a second request to a first one that hangs.
  const address = nth > 1 ? `${entry}?try=${nth}` : entry;
  registerRemotes([{ name, entry: address, entryGlobalName }], { force: true });
  const page = await loadRemote<Partial<Page>>(`${name}/app`);
  if (typeof page?.default !== 'function') throw new PageLoadError('broken', 'exposes no page');
  return page as Page;
}

/** What an earlier try left behind, and would be taken for a part of the build that comes now. */
function clearAway(globalName: string, base: string): void {
  // The bundler's list of the files that have come: those of another build bear the same numbers.
  Reflect.deleteProperty(window, `webpackChunk${globalName}`);
  for (const script of document.querySelectorAll('script')) if (script.src.startsWith(base)) script.remove();
  // Taking a remote away takes along the shared parts that it alone had used, unless they have another user: the shell, which brings them.
  const shell = getInstance();
  for (const versions of Object.values(shell?.shareScopeMap.default ?? {})) {
    for (const { useIn } of Object.values(versions)) if (shell && !useIn.includes(shell.name)) useIn.push(shell.name);
  }
}

/** Rejects when the time is over, and tells `stop`. */
function within<Result>(limitMs: number, work: Promise<Result>, stop: AbortController): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new PageLoadError('slow', `nothing within ${limitMs} ms`));
      stop.abort();
    }, limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The browsers' words for a request that came to nothing, then those of the federation's runtime and of the bundler's. */
const LOST_ON_THE_WAY = /Failed to fetch|NetworkError|Load failed|ScriptNetworkError|Loading (CSS )?chunk/;

function reasonOf(error: unknown): LoadFailure {
  if (error instanceof PageLoadError) return error.why;
  return LOST_ON_THE_WAY.test(String(error)) ? 'unreachable' : 'broken';
}
