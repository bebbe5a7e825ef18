import type { PrintArea } from '@shop/contracts-catalog';
import { designConfigSchema, PLACEMENT_BOUNDS, roundPlacementPart, type DesignConfig } from '@shop/contracts-order';
import type { PlacementContext, ScaleSense } from '@shop/placement';

export type PlacementPart = keyof DesignConfig;

/** What a placement refers to. */
export interface PlacementTarget {
  readonly printArea: PrintArea;
  readonly scaleSense: ScaleSense;
}

const PLACEMENT_PARTS: readonly PlacementPart[] = ['scale', 'rotation', 'x', 'y'];

export const DEFAULT_PLACEMENT: DesignConfig = designConfigSchema.parse({});

/** Limits, steps and sense of the scale for the rules of libs/placement. */
export const toPlacementContext = ({ printArea, scaleSense }: PlacementTarget, aspect: number): PlacementContext => ({
  area: printArea,
  aspect,
  sense: scaleSense,
  steps: PLACEMENT_BOUNDS.scale,
});

/** The place of a print over the heart. The wearer's left is on the right side of the picture. */
export const CHEST = { x: 75, y: 15 } as const;

export function clampPart(part: PlacementPart, value: number): number {
  const { min, max } = PLACEMENT_BOUNDS[part];
  return Math.min(max, Math.max(min, roundPlacementPart(value)));
}

/** Limits a placement to the bounds that the server accepts, rounded to tenths. */
export function clampPlacement({ x, y, scale, rotation }: DesignConfig): DesignConfig {
  return {
    x: clampPart('x', x),
    y: clampPart('y', y),
    scale: clampPart('scale', scale),
    rotation: clampPart('rotation', rotation),
  };
}

/** Maps an angle to 0 ≤ r < 360. */
export const normalizeDegrees = (degrees: number): number => ((degrees % 360) + 360) % 360;

export const isSamePlacement = (first: DesignConfig, second: DesignConfig): boolean =>
  PLACEMENT_PARTS.every((part) => first[part] === second[part]);
