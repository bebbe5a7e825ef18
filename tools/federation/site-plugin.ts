import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Compilation, type Compiler } from 'webpack';

const { RawSource } = webpack.sources;

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
}

/** The shell's site.json, as the gateway reads it (ADR 14). */
export interface ShellSite {
  readonly pages: Readonly<Record<string, string>>;
  readonly missing: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** The last stage before the copies are compressed: every name has its hash. */
const STAGE = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;

function emitAtTheEnd(compiler: Compiler, name: string, emit: (compilation: Compilation) => void): void {
  compiler.hooks.thisCompilation.tap(name, (compilation) => {
    compilation.hooks.processAssets.tap({ name, stage: STAGE }, () => emit(compilation));
  });
}

const emitSite = (compilation: Compilation, site: object): void => compilation.emitAsset('site.json', new RawSource(JSON.stringify(site)));

/** Writes the shell's `site.json`, and beside it the files of `public/`, whose names never change. */
export class ShellSitePlugin {
  readonly #site: ShellSite;
  readonly #dir: string;

  constructor(site: ShellSite, dir: string) {
    this.#site = site;
    this.#dir = dir;
  }

  apply(compiler: Compiler): void {
    const folder = join(this.#dir, 'public');
    emitAtTheEnd(compiler, 'ShellSitePlugin', (compilation) => {
      compilation.contextDependencies.add(folder);
      for (const file of readdirSync(folder)) compilation.emitAsset(file, new RawSource(readFileSync(join(folder, file))));
      emitSite(compilation, this.#site);
    });
  }
}

/** Writes a remote's `site.json`: for each page the files that it starts with, so that they need not wait for the manifest. */
export class RemoteSitePlugin {
  readonly #pages: Readonly<Record<string, RemotePage>>;
  readonly #dir: string;
  readonly #exposed: string;

  /** `exposed`: the module that the shell loads first. */
  constructor(pages: Readonly<Record<string, RemotePage>>, dir: string, exposed: string) {
    this.#pages = pages;
    this.#dir = dir;
    this.#exposed = exposed;
  }

  apply(compiler: Compiler): void {
    emitAtTheEnd(compiler, 'RemoteSitePlugin', (compilation) => {
      const files = new BuiltFiles(compilation, this.#dir);
      const heads = Object.entries(this.#pages).map(([path, page]) => [path, headOf(this.#exposed, page, files)]);
      emitSite(compilation, { pages: Object.fromEntries(heads) as Record<string, string> });
    });
  }
}

const preload = (kind: string, file: string): string => `<link rel="preload" as="${kind}" href="{base}${file}">`;

function headOf(exposed: string, { module, picture }: RemotePage, files: BuiltFiles): string {
  const started = [...new Set([...files.ofEntry(), ...files.ofModule(exposed), ...files.ofModule(module)])];
  const scripts = started.filter((file) => file.endsWith('.js')).map((file) => preload('script', file));
  const styles = started.filter((file) => file.endsWith('.css')).map((file) => preload('style', file));
  return [...(picture ? [pictureOf(picture, files)] : []), ...styles, ...scripts].join('');
}

function pictureOf({ copies, sizes }: FirstPicture, files: BuiltFiles): string {
  const srcset = copies.map(([file, widthPx]) => `{base}${files.ofAsset(file)} ${widthPx}w`).join(', ');
  return `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${srcset}" imagesizes="${sizes}">`;
}

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
    const module = [...this.#compilation.modules].find((candidate) => candidate.nameForCondition() === file);
    if (!module) throw new Error(`${path} is no module of this build`);
    return [...this.#compilation.chunkGraph.getModuleChunks(module)].flatMap((chunk) => [...chunk.files]);
  }

  ofAsset(path: string): string {
    const asset = this.#compilation.getAssets().find(({ info }) => info.sourceFilename === path);
    if (!asset) throw new Error(`${path} is no file of this build`);
    return asset.name;
  }
}
