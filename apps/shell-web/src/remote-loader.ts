import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { type LoadFailureReason, type LoadPage, PageLoadError, reloadPage } from '@shop/web-kit';
import * as z from 'zod/mini';

/** `/remotes.json`: the manifest URL of each remote, set at deployment, not at build time. */
const manifestUrlsSchema = z.record(z.string(), z.string());

const manifestSchema = z.object({
  metaData: z.object({
    remoteEntry: z.object({ path: z.string(), name: z.string() }),
    globalName: z.string(),
    /** File → `sha256-…` of each script. */
    hashes: z.optional(z.record(z.string(), z.string())),
  }),
  exposes: z.array(z.object({ assets: z.object({ js: z.object({ sync: z.array(z.string()) }) }) })),
});

interface RemoteEntry {
  /** Absolute URL of the remote's first script. */
  readonly entry: string;
  /** The global variable that this script defines. */
  readonly entryGlobalName: string;
  /** Absolute URLs of the scripts that the remote needs to start. */
  readonly scripts: readonly string[];
}

declare global {
  interface Window {
    /** URL → hash of the remotes' scripts. Their bundler's runtime reads it too (tools/federation/script-integrity.ts). */
    shopScriptHashes?: Record<string, string>;
  }
}

/** The first script of a remote. It loads the others itself. */
function createScript({ url }: { url: string }): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = url;
  const hash = window.shopScriptHashes?.[url.split('?')[0] ?? ''];
  if (hash) script.integrity = hash;
  return script;
}
registerPlugins([{ name: 'script-hashes', createScript }]);

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new PageLoadError('broken', `${url} answered ${response.status}`);
  return response.json();
}

/** Finds the entry of a remote's newest build. The page's head preloads both responses. */
async function findRemoteEntry(name: string, signal: AbortSignal): Promise<RemoteEntry> {
  const manifestUrls = manifestUrlsSchema.parse(await fetchJson('/remotes.json', signal));
  const manifestUrl = manifestUrls[name];
  if (!manifestUrl) throw new PageLoadError('broken', `/remotes.json does not name ${name}`);
  const { metaData, exposes } = manifestSchema.parse(await fetchJson(manifestUrl, signal));
  const { path, name: file } = metaData.remoteEntry;
  const base = new URL(manifestUrl, window.location.href);
  const entry = new URL(path + file, base).href;
  const hashes = Object.entries(metaData.hashes ?? {}).map(([script, hash]) => [new URL(script, base).href, hash]);
  window.shopScriptHashes = { ...window.shopScriptHashes, ...(Object.fromEntries(hashes) as Record<string, string>) };
  const exposed = exposes.flatMap(({ assets }) => assets.js.sync).map((script) => new URL(script, base).href);
  return {
    entry,
    scripts: [entry, ...exposed],
    entryGlobalName: metaData.globalName,
  };
}

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
