/**
 * Lets a thread run its part of the service from TypeScript source: Node strips the types, but does not know that `./x.js` is written `./x.ts`.
 * Loaded with `--import` by tests only; in `dist` the files are JavaScript already.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const fromSource = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts');
    return next(fromSource ? `${specifier.slice(0, -3)}.ts` : specifier, context);
  },
});
