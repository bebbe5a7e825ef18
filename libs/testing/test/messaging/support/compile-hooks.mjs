/** Lets a plain `node` run our sources with their decorators, which type stripping can't. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const swcrc = JSON.parse(readFileSync(new URL('../../../../../.swcrc', import.meta.url), 'utf8'));

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
      ...swcrc,
      swcrc: false,
      sourceMaps: 'inline',
      filename: fileURLToPath(url),
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
