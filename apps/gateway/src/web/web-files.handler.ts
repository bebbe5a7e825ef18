import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { DomainError } from '@shop/contracts/common';
import { sendError, createNotFoundError } from '../gateway.errors.js';
import { sendCachedResponse } from './cached-response.js';
import type { ThirdPartySources } from './security-headers.js';
import { ShellPage } from './shell-page.js';
import type { AppFolder } from './site-metadata.js';
import { hasContentHash, StaticFiles } from './static-files.handler.js';
import { WebFilesArchive } from './web-files-archive.js';

/** Paths that are never pages of the shell: they belong to services or remotes, or are internal. */
const NON_PAGE_PATHS = /^\/(?:\.well-known|api|internal|media|pictures|remotes|metrics)(?:\/|$)/;
const WELL_KNOWN = '/.well-known';
const REMOTE = /^\/remotes\/([a-z][a-z0-9-]*)(\/.*)$/;

interface WebFilesHandlerOptions {
  shellDir?: string;
  remoteDirs: Record<string, string>;
  /** The operator's files for `/.well-known/` (RFC 8615). */
  wellKnownDir?: string;
  /** Public origin: `https://shop.example`. */
  origin: string;
  isHttps: boolean;
  /** Third-party sources that pages may load. */
  thirdParty: ThirdPartySources;
  /** Folder for hashed files of earlier builds. */
  archiveDir?: string;
  now: () => number;
  onArchiveError: (error: unknown) => void;
}

interface AppFiles {
  current: StaticFiles;
  /** Of earlier builds. */
  archived?: StaticFiles;
}

const createNotBuiltError = (): DomainError =>
  new DomainError('PAGES_MISSING', 'unavailable', 'The shop’s pages are not there yet. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });

const wantsPage = (req: IncomingMessage, pathname: string): boolean => {
  const accept = req.headers.accept ?? '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && extname(pathname) === '');
};

/** Serves the web apps' built files, and the shell's page for all other paths. */
export class WebFilesHandler {
  private readonly shell?: { page: ShellPage; files: AppFiles };
  private readonly remotes: Map<string, AppFiles>;
  private readonly wellKnown?: StaticFiles;
  private readonly remotesJson: string;
  private readonly archive?: WebFilesArchive;

  constructor(options: WebFilesHandlerOptions) {
    const { shellDir, remoteDirs, wellKnownDir, origin, isHttps, thirdParty, archiveDir, now, onArchiveError } =
      options;
    const remotes = Object.entries(remoteDirs).map(([name, folder]) => ({ name, folder, base: `/remotes/${name}/` }));
    const shell = shellDir === undefined ? undefined : { folder: shellDir, base: '/' };
    if (archiveDir !== undefined)
      this.archive = new WebFilesArchive({
        folder: archiveDir,
        apps: [...(shell ? [shell] : []), ...remotes],
        now,
        onError: onArchiveError,
      });
    const createFiles = (app: AppFolder): AppFiles => ({
      current: new StaticFiles(app.folder),
      archived: this.archive?.createFiles(app),
    });
    if (shell)
      this.shell = {
        page: new ShellPage({ shellDir: shell.folder, remotes, origin, isHttps, thirdParty }),
        files: createFiles(shell),
      };
    if (wellKnownDir !== undefined) this.wellKnown = new StaticFiles(wellKnownDir, 'text/plain; charset=utf-8');
    this.remotes = new Map(remotes.map((remote) => [remote.name, createFiles(remote)]));
    this.remotesJson = JSON.stringify(
      Object.fromEntries(remotes.map(({ name, base }) => [name, `${base}mf-manifest.json`])),
    );
  }

  async stop(): Promise<void> {
    await this.archive?.stop();
  }

  async handleRequest(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendError(req, res, createNotFoundError());
    this.archive?.checkBuilds();
    if (pathname === '/remotes.json') return this.sendRemotes(req, res);
    if (await this.serveFile(req, res, pathname)) return;
    if (NON_PAGE_PATHS.test(pathname) || !this.shell || !wantsPage(req, pathname))
      return sendError(req, res, createNotFoundError());
    const page = await this.shell.page.getPage(pathname);
    if (page) sendCachedResponse(req, res, page);
    else sendError(req, res, createNotBuiltError());
  }

  private async serveFile(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<boolean> {
    const [, name = '', path = ''] = REMOTE.exec(pathname) ?? [];
    if (name) return serveAppFile(this.remotes.get(name), req, res, path);
    if (pathname.startsWith(`${WELL_KNOWN}/`))
      return (await this.wellKnown?.serveFile(req, res, pathname.slice(WELL_KNOWN.length))) ?? false;
    if (!this.shell || NON_PAGE_PATHS.test(pathname) || pathname === '/' || pathname === '/index.html') return false;
    const text = await this.shell.page.getTextFile(pathname);
    if (!text) return serveAppFile(this.shell.files, req, res, pathname);
    sendCachedResponse(req, res, text);
    return true;
  }

  /** The shell loads the remotes' addresses at run time, so that each can be deployed separately. */
  private sendRemotes(req: IncomingMessage, res: ServerResponse): void {
    res.setHeader('content-type', 'application/json; charset=utf-8');
    res.setHeader('content-length', Buffer.byteLength(this.remotesJson));
    res.setHeader('cache-control', 'no-cache');
    res.end(req.method === 'HEAD' ? undefined : this.remotesJson);
  }
}

async function serveAppFile(
  files: AppFiles | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<boolean> {
  if (await files?.current.serveFile(req, res, path)) return true;
  return hasContentHash(path) && ((await files?.archived?.serveFile(req, res, path)) ?? false);
}
