import { readFileSync } from 'node:fs';
import type { WebpackPluginInstance } from 'webpack';
import { readSharedVersions, THIN_MODULES } from './share-keys.ts';

/** In each build of a web app. A release compares that of the shell with those of the remotes, because no manifest has what a remote does not contain. */
export const SHARED_FILE = 'shared.json';

/** The libraries that exist once per page, in the shell. */
export interface SharedLibraries {
  /** Name → version: of the shell, what it provides; of a remote, what it was built with. */
  readonly versions: Readonly<Record<string, string>>;
  /** Names that the shared router has (`thin/router.js`). */
  readonly router: readonly string[];
}

export function readSharedLibraries(): SharedLibraries {
  const text = readFileSync(THIN_MODULES['react-router-dom'] ?? '', 'utf8');
  const [, names = ''] = /export \{([^}]*)\}/.exec(text) ?? [];
  return {
    versions: readSharedVersions(),
    router: names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .sort(),
  };
}

/** Writes `shared.json`. */
export function sharedLibraries(): WebpackPluginInstance {
  const name = 'SharedLibraries';
  return {
    apply: (compiler) => {
      const { Compilation, sources } = compiler.webpack;
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compiler.hooks.thisCompilation.tap(name, (compilation) =>
        compilation.hooks.processAssets.tap({ name, stage }, () =>
          compilation.emitAsset(SHARED_FILE, new sources.RawSource(JSON.stringify(readSharedLibraries()))),
        ),
      );
    },
  };
}
