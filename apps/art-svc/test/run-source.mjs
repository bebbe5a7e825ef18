/** Runs the service from its TypeScript source in a process of its own: `node --conditions=@shop/source --import ./run-source.mjs src/main.ts`. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const options = JSON.parse(readFileSync(new URL('../../../.swcrc', import.meta.url), 'utf8'));

registerHooks({
  resolve(specifier, context, next) {
    const fromSource = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts');
    return next(fromSource ? `${specifier.slice(0, -3)}.ts` : specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      ...options,
      filename,
      swcrc: false,
      sourceMaps: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
