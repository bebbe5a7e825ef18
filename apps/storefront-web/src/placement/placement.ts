import { designConfigSchema, PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts/order';

export type PlacementPart = keyof DesignConfig;

const PLACEMENT_PARTS: readonly PlacementPart[] = ['scale', 'rotation', 'x', 'y'];

export const DEFAULT_PLACEMENT: DesignConfig = designConfigSchema.parse({});

/** A tenth of a percent is half a pixel on a large screen, and a number a person can read. */
const tenth = (value: number): number => Math.round(value * 10) / 10;

export function clampPart(part: PlacementPart, value: number): number {
  const { min, max } = PLACEMENT_BOUNDS[part];
  return Math.min(max, Math.max(min, tenth(value)));
}

/** The placement as it may be sent: within the bounds (D18a), in tenths. */
export function clampPlacement({ x, y, scale, rotation }: DesignConfig): DesignConfig {
  return {
    x: clampPart('x', x),
    y: clampPart('y', y),
    scale: clampPart('scale', scale),
    rotation: clampPart('rotation', rotation),
  };
}

/** Full turns taken off: 0 ≤ r < 360. */
export const normalizeDegrees = (degrees: number): number => ((degrees % 360) + 360) % 360;

export const isSamePlacement = (a: DesignConfig, b: DesignConfig): boolean =>
  PLACEMENT_PARTS.every((part) => a[part] === b[part]);
