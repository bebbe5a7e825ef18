import { useSyncExternalStore } from 'react';

const STILL = { 'data-still': '' } as const;
const nothingToFollow = () => () => undefined;

/**
 * For what acts by script: `data-still` while it stands in the page's own HTML and its script is not there yet, so that a tap on it is not taken and
 * then lost. Gone with hydration, and never there for what React itself has put into the page.
 */
export function useStill(): { 'data-still'?: '' } {
  return (
    useSyncExternalStore<{ 'data-still'?: '' } | null>(
      nothingToFollow,
      () => null,
      () => STILL,
    ) ?? {}
  );
}
