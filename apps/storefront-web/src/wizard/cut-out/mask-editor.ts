import { createMaskHistory } from './mask-history.js';
import {
  copyArea,
  DRAWN_MIN,
  getFullArea,
  mergeAreas,
  paintLine,
  paintRegion,
  restoreArea,
  type Area,
  type BrushLine,
  type Edit,
  type Mask,
  type PhotoPixels,
  type Point,
} from './mask.js';
import { findSimilarRegion } from './similar-region.js';

export interface MaskEditor {
  readonly mask: Mask;
  /** Adds a line to the current stroke, which `endStroke` makes one undoable change. Returns the changed area. */
  paint: (line: BrushLine, edit: Edit) => Area | null;
  endStroke: () => void;
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

  const commit = (area: Area): void => {
    history.push({ area, bytes: copyArea(before, area) });
    restoreArea(before, area, copyArea(mask, area));
  };
  const endStroke = (): void => {
    if (strokeArea) commit(strokeArea);
    strokeArea = null;
  };
  return {
    mask,
    paint: (line, edit) => {
      const area = paintLine(mask, line, edit);
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
