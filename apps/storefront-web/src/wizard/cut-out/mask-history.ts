import type { Area } from './mask.js';

/** The bytes of an area before a change. */
export interface Patch {
  readonly area: Area;
  readonly bytes: Uint8Array;
}

/** Enough for twenty changes of the whole mask, and for thousands of brush lines. */
const MEMORY_MAX_BYTES = 16 * 1024 * 1024;

export interface MaskHistory {
  push: (patch: Patch) => void;
  /** The last change; null if there is none. */
  pop: () => Patch | null;
  isEmpty: () => boolean;
}

/** Changes that can be undone. The oldest are forgotten when they take more memory than allowed. */
export function createMaskHistory(maxBytes = MEMORY_MAX_BYTES): MaskHistory {
  const patches: Patch[] = [];
  let storedBytes = 0;
  return {
    push: (patch) => {
      patches.push(patch);
      storedBytes += patch.bytes.length;
      while (storedBytes > maxBytes && patches.length > 1) storedBytes -= patches.shift()?.bytes.length ?? 0;
    },
    pop: () => {
      const patch = patches.pop() ?? null;
      storedBytes -= patch?.bytes.length ?? 0;
      return patch;
    },
    isEmpty: () => patches.length === 0,
  };
}
