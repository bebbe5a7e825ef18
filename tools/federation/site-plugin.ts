import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Compilation, type Compiler, type Configuration, type Module, rspack } from '@rspack/core';
import { checkFiles, drawPages } from './still-pages.ts';

const { RawSource } = rspack.sources;

/** The one picture that a page shows first, for the browser to ask for before any script has run. The same as the `<img>`'s own. */
export interface FirstPicture {
  /** Files in the app's folder with their widths: `['src/landing/hero-480.avif', 480]`. */
  readonly copies: readonly (readonly [file: string, widthPx: number])[];
  readonly sizes: string;
}

/** What a remote adds to the head of one of its pages: its scripts and styles, asked for at once. */
export interface RemotePage {
  /** The page's module in the app's folder. */
  readonly module: string;
  readonly picture?: FirstPicture;
  /** Its first look stands in the page's HTML (ADR 23). */
  readonly isDrawn?: boolean;
  /** Answers of the shop's API that it begins with: `/api/…`, called with cookies. */
  readonly calls?: readonly string[];
}

/** The shell's site.json, as the gateway reads it (ADR 14). */
export interface ShellSite {
  readonly pages: Readonly<Record<string, string>>;
  readonly missing: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** The last stage before the copies are compressed: every name has its hash. */
const STAGE = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;

function emitAtTheEnd(compiler: Compiler, name: string, emit: (compilation: Compilation) => Promise<void>): void {
  compiler.hooks.thisCompilation.tap(name, (compilation) => {
    compilation.hooks.processAssets.tapPromise({ name, stage: STAGE }, () => emit(compilation));
  });
}

/** What draws an app's pages: none while developing, when React draws all of them in the browser. */
export interface Drawing {
  readonly app: Configuration;
  /** Exports `drawPages`. */
  readonly module: string;
}

const emitSite = (compilation: Compilation, site: object): void =>
  compilation.emitAsset('site.json', new RawSource(JSON.stringify(site)));

/** Writes the shell's `site.json`, and beside it the files of `public/`, whose names never change. */
export class ShellSitePlugin {
  readonly #site: ShellSite;
  readonly #dir: string;
  readonly #drawing: Drawing | undefined;

  constructor(site: ShellSite, dir: string, drawing?: Drawing) {
    this.#site = site;
    this.#dir = dir;
    this.#drawing = drawing;
  }

  apply(compiler: Compiler): void {
    const folder = join(this.#dir, 'public');
    emitAtTheEnd(compiler, 'ShellSitePlugin', async (compilation) => {
      compilation.contextDependencies.add(folder);
      for (const file of readdirSync(folder))
        compilation.emitAsset(file, new RawSource(readFileSync(join(folder, file))));
      const frames =
        this.#drawing &&
        (await drawPages<object>(this.#drawing.app, this.#drawing.module, [Object.keys(this.#site.pages), NO_PAGE]));
      checkFiles(JSON.stringify(frames ?? ''), compilation);
      emitSite(compilation, { ...this.#site, ...frames });
    });
  }
}

/** Any address that no app has a page for. */
const NO_PAGE = '/no/such/page';

/** Writes a remote's `site.json`: for each page the files that it starts with, so that they need not wait for the manifest. */
export class RemoteSitePlugin {
  readonly #pages: Readonly<Record<string, RemotePage>>;
  readonly #dir: string;
  readonly #exposed: string;
  readonly #drawing: Drawing | undefined;

  /** `exposed`: the module that the shell loads first. */
  constructor(pages: Readonly<Record<string, RemotePage>>, dir: string, exposed: string, drawing?: Drawing) {
    this.#pages = pages;
    this.#dir = dir;
    this.#exposed = exposed;
    this.#drawing = drawing;
  }

  apply(compiler: Compiler): void {
    emitAtTheEnd(compiler, 'RemoteSitePlugin', async (compilation) => {
      const drawnPaths = Object.keys(this.#pages).filter((path) => this.#pages[path]?.isDrawn);
      const { bodies } =
        this.#drawing && drawnPaths.length > 0
          ? await drawPages<{ bodies: Record<string, string> }>(this.#drawing.app, this.#drawing.module, [drawnPaths])
          : { bodies: {} };
      checkFiles(JSON.stringify(bodies), compilation);
      const files = new BuiltFiles(compilation, this.#dir);
      const heads = Object.entries(this.#pages).map(([path, page]) => [
        path,
        headOf(this.#exposed, page, files, path in bodies),
      ]);
      emitSite(compilation, { pages: Object.fromEntries(heads) as Record<string, string>, bodies });
    });
  }
}

const preload = (kind: string, file: string): string => `<link rel="preload" as="${kind}" href="{base}${file}">`;
/** After what the first paint needs: a script has nothing to do before it. */
const preloadScript = (file: string): string =>
  `<link rel="preload" as="script" fetchpriority="low" href="{base}${file}">`;
/** As `fetch` asks with `credentials: 'include'`; with others it would be asked for twice. */
const preloadCall = (path: string): string =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`;

function headOf(
  exposed: string,
  { module, picture, calls = [] }: RemotePage,
  files: BuiltFiles,
  isDrawn: boolean,
): string {
  const started = [...new Set([...files.ofEntry(), ...files.ofModule(exposed), ...files.ofModule(module)])];
  const scripts = started.filter((file) => file.endsWith('.js')).map(preloadScript);
  const sheets = started.filter((file) => file.endsWith('.css'));
  const styles = isDrawn ? sheets.map((file) => files.inPage(file)) : sheets.map((file) => preload('style', file));
  return [...(picture ? [pictureOf(picture, files)] : []), ...styles, ...scripts, ...calls.map(preloadCall)].join('');
}

function pictureOf({ copies, sizes }: FirstPicture, files: BuiltFiles): string {
  const srcset = copies.map(([file, widthPx]) => `{base}${files.ofAsset(file)} ${widthPx}w`).join(', ');
  return `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${srcset}" imagesizes="${sizes}">`;
}

/** The files that a module was made of: several where modules were joined, whose own are in no chunk any more. */
const sourcesOf = (module: Module): (string | null | undefined)[] =>
  (module instanceof rspack.ConcatenatedModule ? module.modules : [module]).map((each) => each.nameForCondition());

class BuiltFiles {
  readonly #compilation: Compilation;
  readonly #dir: string;

  constructor(compilation: Compilation, dir: string) {
    this.#compilation = compilation;
    this.#dir = dir;
  }

  ofEntry(): string[] {
    return [...this.#compilation.entrypoints.values()].flatMap((entry) => entry.getFiles());
  }

  ofModule(path: string): string[] {
    const file = join(this.#dir, path);
    const modules = [...this.#compilation.modules].filter((module) => sourcesOf(module).includes(file));
    if (modules.length === 0) throw new Error(`${path} is no module of this build`);
    return modules
      .flatMap((module) => [...this.#compilation.chunkGraph.getModuleChunks(module)])
      .flatMap((chunk) => [...chunk.files]);
  }

  /**
   * A sheet as a part of the page: a drawn page has its looks from its first paint on, also where nothing else of the remote comes. By `data-href` the
   * remote's own loader knows it when it would load it (mini-css-extract-plugin, findStylesheet).
   */
  inPage(file: string): string {
    const text = String(this.#compilation.getAsset(file)?.source.source() ?? '');
    if (/<\/style|url\((?!["']?data:)/i.test(text))
      throw new Error(`${file} can't stand in a page: it ends it, or names files by where it lies`);
    return `<style data-href="${file}">${text}</style>`;
  }

  ofAsset(path: string): string {
    const asset = this.#compilation.getAssets().find(({ info }) => info.sourceFilename === path);
    if (!asset) throw new Error(`${path} is no file of this build`);
    return asset.name;
  }
}
