/**
 * State that all copies of the shared libs in a page have in common: a remote of another build than the shell brings its
 * own copy of them. Builds of different ages use it together, so only add optional fields, or change its name.
 */
export function getPageState<State>(name: string, create: () => State): State {
  const states = globalThis as Record<symbol, unknown>;
  return (states[Symbol.for(`petart.${name}`)] ??= create()) as State;
}
