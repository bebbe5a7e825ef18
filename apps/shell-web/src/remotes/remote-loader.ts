import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { PageLoadError, reloadPage, type LoadFailureReason, type LoadPage } from '@shop/web-kit';
import { findRemoteEntry, type RemoteEntry } from './remote-entry.js';

type Page = Awaited<ReturnType<LoadPage>>;

/** From the click to the remote's page. A slow connection takes about five seconds. */
const LOAD_TIMEOUT_MS = 20_000;

/**
 * Creates a loader of a remote's `./app`. Each call reads URL and manifest again, so Retry finds a newer deployment.
 */
export function createRemoteLoader(name: string, reload = reloadPage): LoadPage {
  let attempts = 0;
  let registeredEntry: string | undefined;
  let isBroken = false;

  const startRemote = async ({ entry, entryGlobalName, scripts }: RemoteEntry): Promise<Page> => {
    attempts += 1;
    const isStarted = Reflect.get(window, entryGlobalName) !== undefined;
    // Code that has run stays in its document, so a newer build, or the same build after a failure, needs a new
    // document.
    if (isStarted && (registeredEntry !== entry || isBroken)) {
      // Scripts are cached for ever, including broken responses.
      await Promise.all(scripts.map((script) => fetch(script, { cache: 'reload' })));
      reload();
      return new Promise(() => undefined);
    }
    if (!isStarted) {
      // Another URL than before, because a browser joins a second request to a hanging first one.
      const url = attempts > 1 ? `${entry}?try=${attempts}` : entry;
      registerRemotes([{ name, entry: url, entryGlobalName }], { force: true });
      registeredEntry = entry;
    }
    const page = await loadRemote<Partial<Page>>(`${name}/app`);
    if (typeof page?.default !== 'function') throw new PageLoadError('broken', 'exposes no page');
    return page as Page;
  };

  // The first request for each file whose preload failed repeats that failure, later ones go to the server. A remote
  // starts with a script and a style sheet.
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

/** Rejects and aborts when the time is over. */
function withTimeout<Result>(timeoutMs: number, work: Promise<Result>, abort: AbortController): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new PageLoadError('slow', `nothing within ${timeoutMs} ms`));
      abort.abort();
    }, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Messages of failed downloads: from browsers, the federation runtime and the bundler. */
const DOWNLOAD_ERRORS = /Failed to fetch|NetworkError|Load failed|ScriptNetworkError|Loading (CSS )?chunk/;

function getFailureReason(error: unknown): LoadFailureReason {
  if (error instanceof PageLoadError) return error.reason;
  return DOWNLOAD_ERRORS.test(String(error)) ? 'unreachable' : 'broken';
}
