import { useState, type ComponentType } from 'react';
import { loadChunk } from './load-chunk.js';

interface LazyComponent<Props> {
  Component: ComponentType<Props> | undefined;
  /** Why the last attempt failed. */
  error: unknown;
  /** Downloads the component. True if that succeeded. */
  load: () => Promise<boolean>;
}

/** A component in a file of its own that is downloaded on demand; pages use `lazyPage`. */
export function useLazyComponent<Props>(importComponent: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const [error, setError] = useState<unknown>();

  const load = async (): Promise<boolean> => {
    try {
      const loaded = await loadChunk(importComponent);
      setComponent(() => loaded);
      setError(undefined);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };

  return { Component, error, load };
}
