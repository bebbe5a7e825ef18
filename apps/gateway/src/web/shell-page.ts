import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createCachedResponse, type CachedResponse } from './cached-response.js';
import { createPageHeaders, type ThirdPartySources, type ResponseHeaders } from './security-headers.js';
import { resolvePage, readSiteMetadata, SITE_FILE, type AppFolder, type SiteMetadata } from './site-metadata.js';
import { CONTENT_TYPES } from './content-types.js';

/** Interval of checks for a new build of the shell or a remote. */
const CHECK_INTERVAL_MS = 1_000;

const isDataBlock = (attributes: string): boolean =>
  /(?:^|\s)type\s*=\s*["']?(?!module|text\/javascript)[a-z]/i.test(attributes);

/** The exact text of each inline script, which browsers hash for the content security policy. Data blocks never run. */
export function findInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)]
    .filter(([, attributes = '']) => !/(^|\s)src\s*=/i.test(attributes) && !isDataBlock(attributes))
    .map(([, , text = '']) => text)
    .filter((text) => text !== '');
}

interface Build {
  html: string;
  headers: ResponseHeaders;
  shell: SiteMetadata | undefined;
  remotes: (SiteMetadata | undefined)[];
  /** Cached responses by path: pages (`null`: the 404 page) and text files. */
  responses: Map<string | null, Promise<CachedResponse>>;
}

interface ShellPageOptions {
  shellDir: string;
  remotes: readonly AppFolder[];
  /** `https://shop.example` */
  origin: string;
  isHttps: boolean;
  thirdParty: ThirdPartySources;
}

/** Serves the shell's `index.html` with the head of each page and its content security policy. Reloads it after a new build. */
export class ShellPage {
  private build: Build | undefined;
  private version = '';
  private nextCheckAt = 0;
  private refreshing: Promise<void> | undefined;

  constructor(private readonly options: ShellPageOptions) {}

  /** The response for a page's path, with status 404 if the shell has no such page. Undefined while there is no build. */
  async getPage(pathname: string): Promise<CachedResponse | undefined> {
    const build = await this.getBuild();
    if (!build) return undefined;
    const { path, head } = resolvePage(build.shell, build.remotes, pathname);
    // The build's title is the placeholder for the head, so that index.html also works without a server.
    const html = (): string =>
      head === undefined ? build.html : build.html.replace(/<title>[^<]*<\/title>/, () => head);
    return getOrCreate(build.responses, path, () =>
      createCachedResponse(html(), {
        status: path === null ? 404 : 200,
        type: CONTENT_TYPES['.html'] ?? '',
        headers: build.headers,
      }),
    );
  }

  /** A text file of site.json that contains the site's address, such as robots.txt. */
  async getTextFile(pathname: string): Promise<CachedResponse | undefined> {
    const type = CONTENT_TYPES[extname(pathname)];
    if (type === undefined) return undefined;
    const build = await this.getBuild();
    const text = build?.shell && Object.hasOwn(build.shell.texts, pathname) ? build.shell.texts[pathname] : undefined;
    return build && text !== undefined
      ? getOrCreate(build.responses, pathname, () => createCachedResponse(text, { status: 200, type, headers: [] }))
      : undefined;
  }

  private async getBuild(): Promise<Build | undefined> {
    if (Date.now() >= this.nextCheckAt)
      await (this.refreshing ??= this.refreshBuild().finally(() => (this.refreshing = undefined)));
    return this.build;
  }

  private async refreshBuild(): Promise<void> {
    try {
      const version = await this.readVersion();
      if (version !== this.version) this.build = await this.readBuild();
      this.version = version;
    } catch (error) {
      // During a build the previous page is served.
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing && !(this.build && error instanceof SyntaxError)) throw error;
    }
    this.nextCheckAt = Date.now() + CHECK_INTERVAL_MS;
  }

  private async readVersion(): Promise<string> {
    const { shellDir, remotes } = this.options;
    const { mtimeMs, size } = await stat(join(shellDir, 'index.html'));
    const sites = await Promise.all(
      [shellDir, ...remotes.map(({ folder }) => folder)].map((folder) =>
        stat(join(folder, SITE_FILE)).catch(() => undefined),
      ),
    );
    return [`${mtimeMs}-${size}`, ...sites.map((site) => (site ? `${site.mtimeMs}-${site.size}` : '-'))].join(' ');
  }

  private async readBuild(): Promise<Build> {
    const { shellDir, remotes, origin, isHttps, thirdParty } = this.options;
    const html = await readFile(join(shellDir, 'index.html'), 'utf8');
    const shell = await readSiteMetadata({ folder: shellDir, base: '/' }, origin);
    return {
      html,
      headers: createPageHeaders(isHttps, findInlineScripts(html), thirdParty),
      shell,
      // A remote's metadata only speeds up the first paint, so an unreadable one is ignored.
      remotes: await Promise.all(remotes.map((remote) => readSiteMetadata(remote, origin).catch(() => undefined))),
      responses: new Map(),
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
