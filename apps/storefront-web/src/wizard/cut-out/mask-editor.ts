import { removeCutOffParts } from './cut-off-parts.js';
import {
  type Area,
  type BrushLine,
  copyArea,
  DRAWN_MIN,
  type Edit,
  getFullArea,
  type Mask,
  mergeAreas,
  paintLine,
  paintRegion,
  type PhotoPixels,
  type Point,
  restoreArea,
} from './mask.js';
import { findSimilarRegion } from './similar-region.js';

/** The bytes of an area before a change. */
interface Patch {
  readonly area: Area;
  readonly bytes: Uint8Array;
}

/** Enough for twenty changes of the whole mask, and for thousands of brush lines. */
const MEMORY_MAX_BYTES = 16 * 1024 * 1024;

interface MaskHistory {
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

export interface MaskEditor {
  readonly mask: Mask;
  /** Adds a line to the current stroke, which `endStroke` makes one undoable change. Returns the changed area. */
  paint: (line: BrushLine, edit: Edit) => Area | null;
  /** After erasing, small parts that the stroke has cut off from a larger one are removed too: then it returns true. */
  endStroke: () => boolean;
  /** Changes the connected area of similar colour around a point. False if there is nothing to change. */
  changeRegion: (point: Point, edit: Edit, tolerance: number) => boolean;
  undo: () => void;
  canUndo: () => boolean;
  /** Continues with the automatic cut-out. It can be undone. */
  reset: () => void;
  isAutomatic: () => boolean;
}

const areEqual = (first: Uint8Array, second: Uint8Array): boolean =>
  first.length === second.length && first.every((value, index) => value === second[index]);

/** Edits a copy of the mask. `automatic` is the cut-out that the shop found, at the same size. */
export function createMaskEditor(photo: PhotoPixels, start: Mask, automatic: Mask): MaskEditor {
  const mask: Mask = { ...start, data: start.data.slice() };
  const history = createMaskHistory();
  /** The mask before the current stroke. */
  const before: Mask = { ...start, data: start.data.slice() };
  let strokeArea: Area | null = null;
  let isErasing = false;

  const commit = (area: Area): void => {
    history.push({ area, bytes: copyArea(before, area) });
    restoreArea(before, area, copyArea(mask, area));
  };
  const endStroke = (): boolean => {
    if (!strokeArea) return false;
    const cutOff = isErasing ? removeCutOffParts(mask, before) : null;
    commit(cutOff ? mergeAreas(strokeArea, cutOff) : strokeArea);
    strokeArea = null;
    return cutOff !== null;
  };
  return {
    mask,
    paint: (line, edit) => {
      const area = paintLine(mask, line, edit);
      isErasing = edit === 'remove';
      if (area) strokeArea = strokeArea ? mergeAreas(strokeArea, area) : area;
      return area;
    },
    endStroke,
    changeRegion: (point, edit, tolerance) => {
      endStroke();
      const isAllowed = (index: number): boolean => mask.data[index]! >= DRAWN_MIN === (edit === 'remove');
      const region = findSimilarRegion(photo, point, { tolerance, isAllowed });
      if (!region) return false;
      paintRegion(mask, region, edit);
      commit(getFullArea(mask));
      return true;
    },
    undo: () => {
      endStroke();
      const patch = history.pop();
      if (!patch) return;
      for (const target of [mask, before]) restoreArea(target, patch.area, patch.bytes);
    },
    canUndo: () => strokeArea !== null || !history.isEmpty(),
    reset: () => {
      endStroke();
      mask.data.set(automatic.data);
      commit(getFullArea(mask));
    },
    isAutomatic: () => areEqual(mask.data, automatic.data),
  };
}
