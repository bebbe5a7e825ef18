import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Compilation, type Compiler, rspack } from '@rspack/core';

const { RawSource } = rspack.sources;

const TEXT = /\.(js|css|html|json|svg)$/;
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Writes a `.br` and a `.gz` next to each text file, so that the server never compresses the same bytes twice. */
export class PrecompressPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('PrecompressPlugin', (compilation) => {
      // After everything that writes files: the html page and the federation's manifest come in the stages before.
      compilation.hooks.processAssets.tapPromise(
        { name: 'PrecompressPlugin', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
        async (files) => {
          await Promise.all(
            Object.entries(files)
              .filter(([name]) => TEXT.test(name))
              .map(([name, source]) => compress(compilation, name, source.buffer())),
          );
        },
      );
    });
  }
}

async function compress(compilation: Compilation, name: string, bytes: Buffer): Promise<void> {
  const [br, gz] = await Promise.all([
    compressBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  compilation.emitAsset(`${name}.br`, new RawSource(br));
  compilation.emitAsset(`${name}.gz`, new RawSource(gz));
}
