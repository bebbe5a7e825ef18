import { createHash } from 'node:crypto';
import webpack, { type Compilation, type WebpackPluginInstance } from 'webpack';

/**
 * The shell fills this property of `window` with the hashes of a remote's manifest: URL → `sha256-…` (ADR 57). The scripts that a remote loads look
 * there, because no file can have hashes of files that name it.
 */
const HASHES = 'shopScriptHashes';

/** The value of the attribute `integrity`. To be called when the files are final. */
export const getIntegrity = (compilation: Compilation, file: string): string => {
  const asset = compilation.getAsset(file);
  if (!asset) throw new Error(`${file} is not a file of this build`);
  return `sha256-${createHash('sha256').update(asset.source.buffer()).digest('base64')}`;
};

/** File → hash of all scripts. */
export const listScriptHashes = (compilation: Compilation): Record<string, string> =>
  Object.fromEntries(
    compilation
      .getAssets()
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name }) => [name, getIntegrity(compilation, name)]),
  );

/** A browser runs no script of this build that has another hash. */
export function scriptIntegrity(): WebpackPluginInstance {
  const name = 'ScriptIntegrity';
  return {
    apply: (compiler) =>
      compiler.hooks.thisCompilation.tap(name, (compilation) =>
        webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
          name,
          // Not its variable `url`, which contains `../`.
          (source) => `${source}\nif (self.${HASHES}?.[script.src]) script.integrity = self.${HASHES}[script.src];`,
        ),
      ),
  };
}
