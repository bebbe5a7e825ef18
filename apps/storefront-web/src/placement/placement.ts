import { designConfigSchema, PLACEMENT_BOUNDS, roundPlacementPart, type DesignConfig } from '@shop/contracts/order';

export type PlacementPart = keyof DesignConfig;

const PLACEMENT_PARTS: readonly PlacementPart[] = ['scale', 'rotation', 'x', 'y'];

export const DEFAULT_PLACEMENT: DesignConfig = designConfigSchema.parse({});

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
