/** Loaded with `--import` into a gateway of the benchmark: it gets functions that do nothing instead of `@shop/tracing`. */
import { registerHooks } from 'node:module';

const STUB = `data:text/javascript,${encodeURIComponent(`
  export const startEntry = () => undefined;
  export const startTracing = () => Promise.resolve(() => Promise.resolve());
  export const withSpan = (name, options, work) => work();
  export const currentTraceparent = () => undefined;
  export const currentLogIds = () => undefined;
`)}`;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@shop/tracing' ? { url: STUB, shortCircuit: true } : nextResolve(specifier, context),
});
