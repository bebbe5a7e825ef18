import { useSyncExternalStore } from 'react';

/**
 * State that all copies of the shared libs in a page have in common: a remote of another build than the shell brings its
 * own copy of them. Builds of different ages use it together, so only add optional fields, or change its name.
 */
export function getPageState<State>(name: string, create: () => State): State {
  const states = globalThis as Record<symbol, unknown>;
  return (states[Symbol.for(`petart.${name}`)] ??= create()) as State;
}

interface PageStore<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

function createStore<Value>(initial: Value): PageStore<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A value that all copies of the shared libs in a page have in common. */
export const getPageStore = <Value>(name: string, initial: Value): PageStore<Value> =>
  getPageState(name, () => createStore(initial));

export const usePageStore = <Value>({ subscribe, get }: Pick<PageStore<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get);
