import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { prepareText, type ReadyText } from './ready-text.js';
import { pageHeaders, type ForeignSources, type HeaderList } from './security-headers.js';
import { planPage, readSite, SITE_FILE, type AppFolder, type Site } from './site.js';
import { TYPES } from './types.js';

/** A new build of the shell or of a remote is seen this soon, without a restart. */
const LOOK_AGAIN_MS = 1_000;

const isData = (attributes: string): boolean =>
  /(?:^|\s)type\s*=\s*["']?(?!module|text\/javascript)[a-z]/i.test(attributes);

/** The text of each script that stands in the page itself, exactly as between its tags: browsers hash just that. Blocks of data never run. */
export function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)]
    .filter(([, attributes = '']) => !/(^|\s)src\s*=/i.test(attributes) && !isData(attributes))
    .map(([, , text = '']) => text)
    .filter((text) => text !== '');
}

interface Build {
  html: string;
  headers: HeaderList;
  shell: Site | undefined;
  remotes: (Site | undefined)[];
  /** What was asked for, ready: pages by path (`null` is the one of all addresses that are none), other texts by path. */
  ready: Map<string | null, Promise<ReadyText>>;
}

interface ShellPageOptions {
  shellDir: string;
  remotes: readonly AppFolder[];
  /** `https://shop.example` */
  origin: string;
  isHttps: boolean;
  foreign: ForeignSources;
}

/** The one page of the shell, `index.html`, with each address's own head and its policy: kept ready, and read again when something was built anew. */
export class ShellPage {
  private build: Build | undefined;
  private version = '';
  private lookAt = 0;
  private looking: Promise<void> | undefined;

  constructor(private readonly options: ShellPageOptions) {}

  /** The answer to an address that is a screen: 404 where the shell says that it is none. Undefined while there is no page (a build on its way). */
  async get(pathname: string): Promise<ReadyText | undefined> {
    const build = await this.current();
    if (!build) return undefined;
    const { path, head } = planPage(build.shell, build.remotes, pathname);
    // The title stands for the whole head, so that the page is one without a server as well.
    const html = (): string =>
      head === undefined ? build.html : build.html.replace(/<title>[^<]*<\/title>/, () => head);
    return keep(build.ready, path, () =>
      prepareText(html(), { status: path === null ? 404 : 200, type: TYPES['.html'] ?? '', headers: build.headers }),
    );
  }

  /** A file whose text the shell leaves to the server, for it knows the site's own address. */
  async getText(pathname: string): Promise<ReadyText | undefined> {
    const type = TYPES[extname(pathname)];
    if (type === undefined) return undefined;
    const build = await this.current();
    const text = build?.shell && Object.hasOwn(build.shell.texts, pathname) ? build.shell.texts[pathname] : undefined;
    return build && text !== undefined
      ? keep(build.ready, pathname, () => prepareText(text, { status: 200, type, headers: [] }))
      : undefined;
  }

  private async current(): Promise<Build | undefined> {
    if (Date.now() >= this.lookAt) await (this.looking ??= this.look().finally(() => (this.looking = undefined)));
    return this.build;
  }

  private async look(): Promise<void> {
    try {
      const version = await this.versionNow();
      if (version !== this.version) this.build = await this.read();
      this.version = version;
    } catch (error) {
      // In the middle of a build the last page still serves.
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing && !(this.build && error instanceof SyntaxError)) throw error;
    }
    this.lookAt = Date.now() + LOOK_AGAIN_MS;
  }

  private async versionNow(): Promise<string> {
    const { shellDir, remotes } = this.options;
    const { mtimeMs, size } = await stat(join(shellDir, 'index.html'));
    const sites = await Promise.all(
      [shellDir, ...remotes.map(({ folder }) => folder)].map((folder) =>
        stat(join(folder, SITE_FILE)).catch(() => undefined),
      ),
    );
    return [`${mtimeMs}-${size}`, ...sites.map((site) => (site ? `${site.mtimeMs}-${site.size}` : '-'))].join(' ');
  }

  private async read(): Promise<Build> {
    const { shellDir, remotes, origin, isHttps, foreign } = this.options;
    const html = await readFile(join(shellDir, 'index.html'), 'utf8');
    const shell = await readSite({ folder: shellDir, base: '/' }, origin);
    return {
      html,
      headers: pageHeaders(isHttps, inlineScriptsOf(html), foreign),
      shell,
      // What a remote adds is worth a faster start; a remote that can't be read costs nothing else.
      remotes: await Promise.all(remotes.map((remote) => readSite(remote, origin).catch(() => undefined))),
      ready: new Map(),
    };
  }
}

function keep(ready: Build['ready'], key: string | null, make: () => Promise<ReadyText>): Promise<ReadyText> {
  const known = ready.get(key);
  if (known) return known;
  const made = make();
  ready.set(key, made);
  return made;
}
