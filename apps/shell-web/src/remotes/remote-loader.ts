import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { PageLoadError, reloadPage, type LoadFailureReason, type LoadPage } from '@shop/web-kit';
import { findRemoteEntry, type RemoteEntry } from './remote-entry.js';

type Page = Awaited<ReturnType<LoadPage>>;

/** From the click to the remote's page: five seconds are a slow line, twenty are none. */
const LOAD_TIMEOUT_MS = 20_000;

/** Loads a remote's `./app`. Addresses and manifest are read at each call, so that Retry finds what was deployed in between. */
export function createRemoteLoader(name: string, reload = reloadPage): LoadPage {
  let attempts = 0;
  let registeredEntry: string | undefined;
  let isBroken = false;

  const startRemote = async ({ entry, entryGlobalName, scripts }: RemoteEntry): Promise<Page> => {
    attempts += 1;
    const isStarted = Reflect.get(window, entryGlobalName) !== undefined;
    // What has run stays in its document, so a newer build, or the same one after a failure, needs another document.
    if (isStarted && (registeredEntry !== entry || isBroken)) {
      // Scripts are cached for ever, also those that came broken.
      await Promise.all(scripts.map((script) => fetch(script, { cache: 'reload' })));
      reload();
      return new Promise(() => undefined);
    }
    if (!isStarted) {
      // Another address than before: a browser joins a second request to a first one that hangs.
      const url = attempts > 1 ? `${entry}?try=${attempts}` : entry;
      registerRemotes([{ name, entry: url, entryGlobalName }], { force: true });
      registeredEntry = entry;
    }
    const page = await loadRemote<Partial<Page>>(`${name}/app`);
    if (typeof page?.default !== 'function') throw new PageLoadError('broken', 'exposes no page');
    return page as Page;
  };

  // The first request for each file whose preload failed gets that failure, a later one goes to the server; a remote starts with a script and a sheet.
  const load = async (signal: AbortSignal, attemptsLeft = 2): Promise<Page> => {
    const entry = await findRemoteEntry(name, signal);
    return startRemote(entry).catch((error: unknown) => {
      isBroken = getFailureReason(error) === 'broken';
      if (isBroken || getFailureReason(error) === 'slow' || attemptsLeft === 0) throw error;
      signal.throwIfAborted();
      return load(signal, attemptsLeft - 1);
    });
  };

  return async () => {
    const abort = new AbortController();
    try {
      return await withTimeout(LOAD_TIMEOUT_MS, load(abort.signal), abort);
    } catch (error) {
      throw new PageLoadError(getFailureReason(error), `${name}: ${String(error)}`, { cause: error });
    }
  };
}

/** Rejects when the time is over, and tells `stop`. */
function withTimeout<Result>(timeoutMs: number, work: Promise<Result>, abort: AbortController): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new PageLoadError('slow', `nothing within ${timeoutMs} ms`));
      abort.abort();
    }, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The browsers' words for a request that came to nothing, then those of the federation's runtime and of the bundler's. */
const DOWNLOAD_ERRORS = /Failed to fetch|NetworkError|Load failed|ScriptNetworkError|Loading (CSS )?chunk/;

function getFailureReason(error: unknown): LoadFailureReason {
  if (error instanceof PageLoadError) return error.reason;
  return DOWNLOAD_ERRORS.test(String(error)) ? 'unreachable' : 'broken';
}
