import { PASSIVE_HEADER } from '@shop/contracts-common';

/** A request later than this after the last input was not caused by a person. */
const IN_USE_MS = 60_000;

const INPUT_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;

let lastInputAt = Date.now();

if (typeof window !== 'undefined')
  for (const type of INPUT_EVENTS)
    window.addEventListener(type, () => (lastInputAt = Date.now()), { capture: true, passive: true });

/** For polls of a page that was left open: they don't extend the session. Opening a page is use. */
export const getPassiveHeader = (): Record<string, string> =>
  Date.now() - lastInputAt > IN_USE_MS ? { [PASSIVE_HEADER]: '1' } : {};
