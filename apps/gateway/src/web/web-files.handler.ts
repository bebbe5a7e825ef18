import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { DomainError } from '@shop/contracts/common';
import { sendError, createNotFoundError } from '../gateway.errors.js';
import { sendCachedResponse } from './cached-response.js';
import type { ThirdPartySources } from './security-headers.js';
import { ShellPage } from './shell-page.js';
import { StaticFiles } from './static-files.handler.js';

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
  private readonly shell?: { page: ShellPage; files: StaticFiles };
  private readonly wellKnown?: StaticFiles;
  private readonly remotes: Map<string, StaticFiles>;
  private readonly remotesJson: string;

  constructor({ shellDir, remoteDirs, wellKnownDir, origin, isHttps, thirdParty }: WebFilesHandlerOptions) {
    const names = Object.keys(remoteDirs);
    const remotes = names.map((name) => ({ folder: remoteDirs[name] ?? '', base: `/remotes/${name}/` }));
    if (shellDir !== undefined)
      this.shell = {
        page: new ShellPage({ shellDir, remotes, origin, isHttps, thirdParty }),
        files: new StaticFiles(shellDir),
      };
    if (wellKnownDir !== undefined) this.wellKnown = new StaticFiles(wellKnownDir, 'text/plain; charset=utf-8');
    this.remotes = new Map(names.map((name) => [name, new StaticFiles(remoteDirs[name] ?? '')]));
    this.remotesJson = JSON.stringify(
      Object.fromEntries(names.map((name) => [name, `/remotes/${name}/mf-manifest.json`])),
    );
  }

  async handleRequest(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendError(req, res, createNotFoundError());
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
    if (name) return (await this.remotes.get(name)?.serveFile(req, res, path)) ?? false;
    if (pathname.startsWith(`${WELL_KNOWN}/`))
      return (await this.wellKnown?.serveFile(req, res, pathname.slice(WELL_KNOWN.length))) ?? false;
    if (!this.shell || NON_PAGE_PATHS.test(pathname) || pathname === '/' || pathname === '/index.html') return false;
    const text = await this.shell.page.getTextFile(pathname);
    if (!text) return this.shell.files.serveFile(req, res, pathname);
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
