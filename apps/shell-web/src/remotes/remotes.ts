import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { PageLoadError, reloadPage, type LoadFailureReason, type LoadPage } from '@shop/web-kit';
import { findEntry, type RemoteEntry } from './remote-entry.js';

type Page = Awaited<ReturnType<LoadPage>>;

/** From the click to the remote's page: five seconds are a slow line, twenty are none. */
const LOAD_LIMIT_MS = 20_000;

/** Loads a remote's `./app`. Addresses and manifest are read at each call, so that Retry finds what was deployed in between. */
export function remotePage(name: string, reload = reloadPage): LoadPage {
  let attempts = 0;
  let registered: string | undefined;
  let isBroken = false;

  const start = async ({ entry, entryGlobalName, scripts }: RemoteEntry): Promise<Page> => {
    attempts += 1;
    const hasRun = Reflect.get(window, entryGlobalName) !== undefined;
    // What has run stays in its document, so a newer build, or the same one after a failure, needs another document.
    if (hasRun && (registered !== entry || isBroken)) {
      // Scripts are cached for ever, also those that came broken.
      await Promise.all(scripts.map((script) => fetch(script, { cache: 'reload' })));
      reload();
      return new Promise(() => undefined);
    }
    if (!hasRun) {
      // Another address than before: a browser joins a second request to a first one that hangs.
      const address = attempts > 1 ? `${entry}?try=${attempts}` : entry;
      registerRemotes([{ name, entry: address, entryGlobalName }], { force: true });
      registered = entry;
    }
    const page = await loadRemote<Partial<Page>>(`${name}/app`);
    if (typeof page?.default !== 'function') throw new PageLoadError('broken', 'exposes no page');
    return page as Page;
  };

  // The first request for each file whose preload failed gets that failure, a later one goes to the server; a remote starts with a script and a sheet.
  const load = async (signal: AbortSignal, attemptsLeft = 2): Promise<Page> => {
    const entry = await findEntry(name, signal);
    return start(entry).catch((error: unknown) => {
      isBroken = reasonOf(error) === 'broken';
      if (isBroken || reasonOf(error) === 'slow' || attemptsLeft === 0) throw error;
      signal.throwIfAborted();
      return load(signal, attemptsLeft - 1);
    });
  };

  return async () => {
    const stop = new AbortController();
    try {
      return await within(LOAD_LIMIT_MS, load(stop.signal), stop);
    } catch (error) {
      throw new PageLoadError(reasonOf(error), `${name}: ${String(error)}`, { cause: error });
    }
  };
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

function reasonOf(error: unknown): LoadFailureReason {
  if (error instanceof PageLoadError) return error.reason;
  return LOST_ON_THE_WAY.test(String(error)) ? 'unreachable' : 'broken';
}
