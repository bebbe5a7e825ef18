import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getIntegrity } from '../script-integrity.ts';
import webpack, { type Compilation, type WebpackPluginInstance } from 'webpack';

const { RawSource } = webpack.sources;

/** The shell's site.json, which the gateway reads (ADR 14). */
export interface ShellSite {
  readonly pages: Readonly<Record<string, string>>;
  readonly missing: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** The first visible picture of a page, with the attributes of its `<img>`. */
export interface FirstPicture {
  /** Files in the app's folder with their widths: `['src/landing/hero-480.avif', 480]`. */
  readonly copies: readonly (readonly [file: string, widthPx: number])[];
  readonly sizes: string;
}

/** Files and calls that a page of a remote needs first. */
export interface RemotePage {
  /** The page's module in the app's folder. */
  readonly module: string;
  readonly picture?: FirstPicture;
  /** Its first calls of the API: `/api/…`, with cookies. */
  readonly calls?: readonly string[];
}

/** In this stage all file names have their hashes. */
const STAGE = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;

function emitSite(name: string, createSite: (compilation: Compilation) => object): WebpackPluginInstance {
  return {
    apply: (compiler) =>
      compiler.hooks.thisCompilation.tap(name, (compilation) =>
        compilation.hooks.processAssets.tap({ name, stage: STAGE }, () =>
          compilation.emitAsset('site.json', new RawSource(JSON.stringify(createSite(compilation)))),
        ),
      ),
  };
}

/** Writes the shell's `site.json` and copies the files of `public/` without changing their names. */
export function shellSite(site: ShellSite, dir: string): WebpackPluginInstance {
  const folder = join(dir, 'public');
  return emitSite('ShellSite', (compilation) => {
    compilation.contextDependencies.add(folder);
    for (const file of readdirSync(folder))
      compilation.emitAsset(file, new RawSource(readFileSync(join(folder, file))));
    return site;
  });
}

/**
 * Writes a remote's `site.json`: preloads for each page, so that the browser requests its files and API calls before any script runs. `exposed` is
 * the module that the shell loads.
 */
export function remoteSite(
  pages: Readonly<Record<string, RemotePage>>,
  dir: string,
  exposed: string,
): WebpackPluginInstance {
  return emitSite('RemoteSite', (compilation) => {
    const heads = Object.entries(pages).map(([path, page]) => [path, createPreloads(page, exposed, compilation, dir)]);
    return { pages: Object.fromEntries(heads) as Record<string, string> };
  });
}

const preload = (kind: string, attributes: string): string => `<link rel="preload" as="${kind}" ${attributes}>`;

function createPreloads(
  { module, picture, calls = [] }: RemotePage,
  exposed: string,
  compilation: Compilation,
  dir: string,
) {
  const initialFiles = [
    ...[...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles()),
    ...[exposed, module].flatMap((path) => listModuleFiles(compilation, join(dir, path))),
  ];
  // Low priority: the page needs the shell's script and styles, the fonts and the first picture earlier.
  const files = [...new Set(initialFiles)].map((file) =>
    file.endsWith('.css')
      ? preload('style', `fetchpriority="low" href="{base}${file}"`)
      : // Without the same hash the browser would not use it for the script.
        preload('script', `fetchpriority="low" integrity="${getIntegrity(compilation, file)}" href="{base}${file}"`),
  );
  // `crossorigin` must match the mode of the later `fetch`; otherwise the browser requests the file twice.
  const addresses = ['/remotes.json', '{base}mf-manifest.json'].map((address) =>
    preload('fetch', `crossorigin="anonymous" href="${address}"`),
  );
  const answers = calls.map((path) => preload('fetch', `crossorigin="use-credentials" href="${path}"`));
  return [...(picture ? [createPicturePreload(picture, compilation)] : []), ...addresses, ...files, ...answers].join(
    '',
  );
}

function createPicturePreload({ copies, sizes }: FirstPicture, compilation: Compilation): string {
  const srcset = copies.map(([file, widthPx]) => `{base}${findAssetFile(compilation, file)} ${widthPx}w`).join(', ');
  return preload('image', `fetchpriority="high" imagesrcset="${srcset}" imagesizes="${sizes}"`);
}

/** Files of the module's chunks, including chunks that it shares with other modules. */
function listModuleFiles({ modules, chunkGraph }: Compilation, path: string): string[] {
  const module = [...modules].find((candidate) => candidate.nameForCondition() === path);
  if (!module) throw new Error(`${path} is not a module of this build`);
  return chunkGraph
    .getModuleChunks(module)
    .flatMap((chunk) => [...chunk.groupsIterable])
    .flatMap((group) => group.getFiles());
}

function findAssetFile(compilation: Compilation, path: string): string {
  const asset = compilation.getAssets().find(({ info }) => info.sourceFilename === path);
  if (!asset) throw new Error(`${path} is not a file of this build`);
  return asset.name;
}
