import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { DomainError } from '@shop/contracts/common';
import { answerProblem, notFound } from '../problems.js';
import { answerText } from './ready-text.js';
import type { ForeignSources } from './security-headers.js';
import { ShellPage } from './shell-page.js';
import { StaticFiles } from './static-files.js';

/** Never a page of the shell: these belong to services, to remotes, or to nobody outside. */
const NO_PAGES = /^\/(?:api|internal|media|pictures|remotes|metrics)(?:\/|$)/;
const REMOTE = /^\/remotes\/([a-z][a-z0-9-]*)(\/.*)$/;

interface WebFilesOptions {
  shellDir?: string;
  remoteDirs: Record<string, string>;
  /** Of the site as people type it: `https://shop.example`. */
  origin: string;
  isHttps: boolean;
  /** What pages may load from elsewhere. */
  foreign: ForeignSources;
}

const notBuilt = (): DomainError =>
  new DomainError('PAGES_MISSING', 'unavailable', 'The shop’s pages are not there yet. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });

const wantsPage = (req: IncomingMessage, pathname: string): boolean => {
  const accept = req.headers.accept ?? '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && extname(pathname) === '');
};

/** The web apps' built files, and the shell's page for every address that is a screen (D1). */
export class WebFiles {
  private readonly shell?: { page: ShellPage; files: StaticFiles };
  private readonly remotes: Map<string, StaticFiles>;
  private readonly remotesJson: string;

  constructor({ shellDir, remoteDirs, origin, isHttps, foreign }: WebFilesOptions) {
    const names = Object.keys(remoteDirs);
    const remotes = names.map((name) => ({ folder: remoteDirs[name] ?? '', base: `/remotes/${name}/` }));
    if (shellDir !== undefined)
      this.shell = {
        page: new ShellPage({ shellDir, remotes, origin, isHttps, foreign }),
        files: new StaticFiles(shellDir),
      };
    this.remotes = new Map(names.map((name) => [name, new StaticFiles(remoteDirs[name] ?? '')]));
    this.remotesJson = JSON.stringify(
      Object.fromEntries(names.map((name) => [name, `/remotes/${name}/mf-manifest.json`])),
    );
  }

  async answer(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return answerProblem(req, res, notFound());
    if (pathname === '/remotes.json') return this.answerRemotes(req, res);
    if (await this.answerFile(req, res, pathname)) return;
    if (NO_PAGES.test(pathname) || !this.shell || !wantsPage(req, pathname)) return answerProblem(req, res, notFound());
    const page = await this.shell.page.get(pathname);
    if (page) answerText(req, res, page);
    else answerProblem(req, res, notBuilt());
  }

  private async answerFile(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<boolean> {
    const [, name = '', path = ''] = REMOTE.exec(pathname) ?? [];
    if (name) return (await this.remotes.get(name)?.answer(req, res, path)) ?? false;
    if (!this.shell || NO_PAGES.test(pathname) || pathname === '/' || pathname === '/index.html') return false;
    const text = await this.shell.page.getText(pathname);
    if (!text) return this.shell.files.answer(req, res, pathname);
    answerText(req, res, text);
    return true;
  }

  /** Where the remotes live is asked at run time, so that one can be deployed by itself. */
  private answerRemotes(req: IncomingMessage, res: ServerResponse): void {
    res.setHeader('content-type', 'application/json; charset=utf-8');
    res.setHeader('content-length', Buffer.byteLength(this.remotesJson));
    res.setHeader('cache-control', 'no-cache');
    res.end(req.method === 'HEAD' ? undefined : this.remotesJson);
  }
}
