import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { PageHead } from '@shop/contracts-common';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { CONFIG } from '@shop/service-kit/http';
import { getBasePath, getSiteUrl, isHttps, listRemotes, SHELL, type Config } from '../config.js';
import type { LiveBuild } from '../releases/app-releases.js';
import { WebReleases } from '../releases/web-releases.service.js';
import { type FoundHead, PageHeads } from './page-heads.service.js';
import { insertPageHead } from './page-head.markup.js';
import { type CachedResponse, createCachedResponse, getContentType, HTML } from './web-responses.js';
import {
  createPageHeaders,
  NO_THIRD_PARTY,
  STRIPE_SOURCES,
  type SecurityHeaders,
} from '../requests/security-headers.js';

/**
 * `site.json` of a web app's build (ADR 0014): page heads and text files for the server. Texts may contain `{origin}`
 * (`https://shop.example`) and `{base}` (path of the app's files: `/` or `/remotes/name/`).
 */
const siteSchema = z.object({
  /** Path → markup for the page's head. `:name` matches one segment. The shell lists all pages; remotes add markup to them. */
  pages: z.record(z.string().startsWith('/'), z.string()).default({}),
  /** Head markup of the 404 page. */
  missing: z.string().optional(),
  /** Path → text of a file. */
  texts: z.record(z.string().startsWith('/'), z.string()).default({}),
});
type SiteMetadata = z.output<typeof siteSchema>;

const SITE_FILE = 'site.json';
const SITEMAP = '/sitemap.xml';

const isDataBlock = (attributes: string): boolean =>
  /(?:^|\s)type\s*=\s*["']?(?!module|text\/javascript)[a-z]/i.test(attributes);

/** The exact text of each inline script, which browsers hash for the content security policy. Data blocks never run. */
function findInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)]
    .filter(([, attributes = '']) => !/(^|\s)src\s*=/i.test(attributes) && !isDataBlock(attributes))
    .map(([, , text = '']) => text)
    .filter((text) => text !== '');
}

/** A page that many open at once is compressed once. */
const OWN_HEADS_MAX = 200;

interface Build {
  html: string;
  setHeaders: SecurityHeaders;
  shell: SiteMetadata | undefined;
  remotes: (SiteMetadata | undefined)[];
  /** Cached responses by path: pages (`null`: the 404 page) and text files. */
  responses: Map<string | null, Promise<CachedResponse>>;
  /** Pages with a head of their own, by path and head. */
  ownHeads: LRUCache<string, Promise<CachedResponse>>;
}

/** A page and its security headers. */
interface Page {
  response: CachedResponse;
  setHeaders: SecurityHeaders;
}

/** Serves the shell's `index.html` with the head of each page and its content security policy. Reads it again after a release. */
@Injectable()
export class ShellPage {
  private build: Build | undefined;
  private version = '';
  private reading: { version: string; build: Promise<Build> } | undefined;
  /** The last list for search engines: with many products its compression takes a second. */
  private sitemap: { text: string; response: Promise<CachedResponse> } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly pageHeads: PageHeads,
    private readonly releases: WebReleases,
  ) {}

  /**
   * The response for a page's path, with status 404 if the shell has no such page. Undefined while there is no build. A page with a head of its own
   * has that, too.
   */
  async getPage(pathname: string, found: Exclude<FoundHead, { movedTo: string }> | null): Promise<Page | undefined> {
    const build = await this.getBuild();
    if (!build) return undefined;
    const ownHead = found && 'head' in found ? found.head : null;
    const { path, head } =
      found && 'isMissing' in found
        ? { path: null, head: build.shell?.missing }
        : withoutGeneralHead(build.shell, ownHead, resolvePage(build.shell, build.remotes, pathname));
    // The build's title is the placeholder for the head, so that index.html also works without a server.
    const html = (): string =>
      head === undefined ? build.html : build.html.replace(/<title>[^<]*<\/title>/, () => head);
    const response =
      path !== null && ownHead
        ? await this.getWithOwnHead(build, html, ownHead, pathname)
        : await getOrCreate(build.responses, path, () => createCachedResponse(html(), HTML, path === null ? 404 : 200));
    return { response, setHeaders: build.setHeaders };
  }

  private getWithOwnHead(
    { ownHeads }: Build,
    html: () => string,
    head: PageHead,
    pathname: string,
  ): Promise<CachedResponse> {
    const key = JSON.stringify([pathname, head]);
    const known = ownHeads.get(key);
    if (known) return known;
    const { origin } = new URL(getSiteUrl(this.config));
    const created = createCachedResponse(insertPageHead(html(), head, { origin, pathname }), HTML);
    ownHeads.set(key, created);
    return created;
  }

  /** A text file of site.json that contains the site's address, such as robots.txt. */
  async getTextFile(pathname: string): Promise<CachedResponse | undefined> {
    if (extname(pathname) === '') return undefined;
    const build = await this.getBuild();
    const text = build?.shell && Object.hasOwn(build.shell.texts, pathname) ? build.shell.texts[pathname] : undefined;
    if (!build || text === undefined) return undefined;
    if (pathname === SITEMAP) return this.createSitemap(text);
    return getOrCreate(build.responses, pathname, () => createCachedResponse(text, getContentType(pathname)));
  }

  /** The pages of the build, and those that services know. */
  private async createSitemap(text: string): Promise<CachedResponse> {
    const { origin } = new URL(getSiteUrl(this.config));
    const entries = (await this.pageHeads.listPaths()).map((path) => `<url><loc>${origin}${path}</loc></url>\n`);
    const whole = text.replace('</urlset>', () => `${entries.join('')}</urlset>`);
    if (this.sitemap?.text !== whole)
      this.sitemap = { text: whole, response: createCachedResponse(whole, getContentType(SITEMAP)) };
    return this.sitemap.response;
  }

  private async getBuild(): Promise<Build | undefined> {
    const shell = this.releases.getLive(SHELL);
    if (!shell) return undefined;
    const remotes = listRemotes(this.config).map((app) => ({ app, live: this.releases.getLive(app) }));
    const version = [shell, ...remotes.map(({ live }) => live)].map((live) => live?.build ?? '-').join(' ');
    if (version === this.version) return this.build;
    if (this.reading?.version !== version) this.reading = { version, build: this.readBuild(shell, remotes) };
    try {
      this.build = await this.reading.build;
      this.version = version;
    } catch (error) {
      // A release whose site.json is invalid: the pages of the one before are served.
      if (!this.build) throw error;
    }
    return this.build;
  }

  private async readBuild(
    shell: LiveBuild,
    remotes: readonly { app: string; live: LiveBuild | undefined }[],
  ): Promise<Build> {
    const { origin } = new URL(getSiteUrl(this.config));
    const thirdParty = this.config.STRIPE_PUBLISHABLE_KEY ? STRIPE_SOURCES : NO_THIRD_PARTY;
    const html = await readFile(join(shell.folder, 'index.html'), 'utf8');
    return {
      html,
      setHeaders: createPageHeaders(isHttps(this.config), findInlineScripts(html), thirdParty),
      shell: await readSiteMetadata(SHELL, shell, origin),
      // A remote's metadata only speeds up the first paint, so an unreadable one is ignored.
      remotes: await Promise.all(
        remotes.map(async ({ app, live }) =>
          live ? readSiteMetadata(app, live, origin).catch(() => undefined) : undefined,
        ),
      ),
      responses: new Map(),
      ownHeads: new LRUCache({ max: OWN_HEADS_MAX }),
    };
  }
}

function getOrCreate(
  responses: Build['responses'],
  key: string | null,
  create: () => Promise<CachedResponse>,
): Promise<CachedResponse> {
  const known = responses.get(key);
  if (known) return known;
  const created = create();
  responses.set(key, created);
  return created;
}

/** Undefined if the build has no site.json. Throws if it is invalid. */
async function readSiteMetadata(
  app: string,
  { folder, files }: LiveBuild,
  origin: string,
): Promise<SiteMetadata | undefined> {
  if (!Object.hasOwn(files, SITE_FILE)) return undefined;
  const text = await readFile(join(folder, SITE_FILE), 'utf8');
  const base = getBasePath(app);
  const fill = (markup: string): string => markup.replaceAll('{origin}', origin).replaceAll('{base}', base);
  const fillAll = (texts: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([path, markup]) => [path, fill(markup)]));
  const { pages, missing, texts } = siteSchema.parse(JSON.parse(text));
  return {
    pages: fillAll(pages),
    missing: missing === undefined ? undefined : fill(missing),
    texts: fillAll(texts),
  };
}

/** The page of a path, and its head markup. */
interface ResolvedPage {
  /** The page's path in the shell's site.json, without a trailing slash. Null: no such page. */
  readonly path: string | null;
  readonly head: string | undefined;
}

/** Values of `:name` in a page's path. */
const PARAMETER = /^[A-Za-z0-9_][A-Za-z0-9._~-]{0,199}$/;

function matchesPattern(pattern: readonly string[], given: readonly string[]): boolean {
  return (
    pattern.length === given.length &&
    pattern.every((segment, at) => (segment.startsWith(':') ? PARAMETER.test(given[at] ?? '') : segment === given[at]))
  );
}

/** The request hooks refuse paths that end in two slashes. */
const withoutSlash = (pathname: string): string =>
  pathname !== '/' && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;

function findPage(pages: SiteMetadata['pages'], pathname: string): string | undefined {
  const given = withoutSlash(pathname);
  if (!given.includes(':') && Object.hasOwn(pages, given)) return given;
  const segments = given.split('/');
  return Object.keys(pages).find((path) => path.includes(':') && matchesPattern(path.split('/'), segments));
}

/** A head with an address for search engines replaces the shell's; the preloads of remotes stay. */
function withoutGeneralHead(
  shell: SiteMetadata | undefined,
  own: PageHead | null,
  { path, head }: ResolvedPage,
): ResolvedPage {
  if (own?.canonicalPath === undefined || path === null || head === undefined) return { path, head };
  return { path, head: `<title></title>${head.slice((shell?.pages[path] ?? '').length)}` };
}

/** Without the shell's site.json every address is a page. */
function resolvePage(
  shell: SiteMetadata | undefined,
  remotes: readonly (SiteMetadata | undefined)[],
  pathname: string,
): ResolvedPage {
  if (!shell) return { path: '', head: undefined };
  const path = findPage(shell.pages, pathname);
  if (path === undefined) return { path: null, head: shell.missing };
  const heads = [shell, ...remotes].flatMap((site) =>
    site && Object.hasOwn(site.pages, path) ? [site.pages[path]] : [],
  );
  return { path, head: heads.join('') };
}
