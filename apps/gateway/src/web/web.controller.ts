import { extname } from 'node:path';
import { Controller, Get, Inject, Param, Redirect, Req, Res, UseGuards } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG } from '@shop/service-kit/http';
import { getBasePath, listRemotes, SHELL, type Config } from '../config.js';
import { createNotFoundError } from '../gateway.errors.js';
import { WebReleases } from '../releases/web-releases.service.js';
import { getPathname } from '../requests/request-context.js';
import { PageHeads } from './page-heads.service.js';
import { ShellPage } from './shell-page.js';
import { WebLimitGuard } from './web-limit.guard.js';
import { WellKnownFiles } from './well-known-files.service.js';
import { hasContentHash, sendCachedResponse, sendReleasedFile } from './web-responses.js';

/** Paths that are never pages of the shell: they belong to services or remotes, or are internal. */
const NON_PAGE_PATHS = /^\/(?:\.well-known|api|internal|media|pictures|remotes|reports|sandbox|metrics)(?:\/|$)/;

const createNotBuiltError = (): DomainError =>
  new DomainError('PAGES_MISSING', 'unavailable', 'The shop’s pages are not there yet. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });

const wantsPage = ({ headers }: FastifyRequest, pathname: string): boolean => {
  const accept = headers.accept ?? '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && extname(pathname) === '');
};

/** Serves the web apps' built files, and the shell's page for all other paths. */
@Controller()
@UseGuards(WebLimitGuard)
export class WebController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly shellPage: ShellPage,
    private readonly pageHeads: PageHeads,
    private readonly releases: WebReleases,
    private readonly wellKnownFiles: WellKnownFiles,
  ) {}

  /** The shell loads the remotes' addresses at run time, so that each can be deployed separately. */
  @Get('remotes.json')
  async getRemotes(@Res() reply: FastifyReply): Promise<void> {
    const addresses = listRemotes(this.config).map((app) => [app, `${getBasePath(app)}mf-manifest.json`]);
    await reply.header('cache-control', 'no-cache').send(Object.fromEntries(addresses));
  }

  @Get('remotes/:name/*')
  async getRemoteFile(
    @Param('name') name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const path = getPathname(request.url).slice(`/remotes/${name}`.length);
    const isRemote = listRemotes(this.config).includes(name);
    if (!isRemote || !(await this.sendAppFile(request, reply, path, name))) throw createNotFoundError();
  }

  /** Password managers open it to change a password (w3.org/TR/change-password-url). */
  @Get('.well-known/change-password')
  @Redirect('/profile', 302)
  openPasswordForm(): void {}

  /** The operator's files (RFC 8615). */
  @Get('.well-known/*')
  async getWellKnownFile(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = getPathname(request.url).slice('/.well-known'.length);
    if (!(await this.wellKnownFiles.send(reply, path))) throw createNotFoundError();
  }

  @Get('*')
  async getPageOrFile(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const pathname = getPathname(request.url);
    if (this.config.WEB_RELEASES === undefined || NON_PAGE_PATHS.test(pathname)) throw createNotFoundError();
    if (await this.sendShellFile(request, reply, pathname)) return;
    if (!wantsPage(request, pathname)) throw createNotFoundError();
    const found = await this.pageHeads.find(pathname);
    if (found && 'movedTo' in found) {
      const query = request.url.slice(pathname.length);
      // Revalidated, because an address may move back.
      return reply.header('cache-control', 'no-cache').redirect(`${found.movedTo}${query}`, 301);
    }
    const page = await this.shellPage.getPage(pathname, found);
    if (!page) throw createNotBuiltError();
    page.setHeaders(request.raw, reply.raw);
    await sendCachedResponse(request, reply, page.response);
  }

  private async sendShellFile(request: FastifyRequest, reply: FastifyReply, pathname: string): Promise<boolean> {
    if (pathname === '/' || pathname === '/index.html') return false;
    const text = await this.shellPage.getTextFile(pathname);
    if (!text) return this.sendAppFile(request, reply, pathname, SHELL);
    await sendCachedResponse(request, reply, text);
    return true;
  }

  /** Files without a hash in their name are those of the live build. */
  private async sendAppFile(request: FastifyRequest, reply: FastifyReply, path: string, app: string): Promise<boolean> {
    const found =
      this.releases.findLiveFile(app, path.slice(1)) ??
      (hasContentHash(path) ? await this.releases.findEarlierFile(app, path.slice(1)) : null);
    if (!found) return false;
    await sendReleasedFile(request, reply, path, found);
    return true;
  }
}
