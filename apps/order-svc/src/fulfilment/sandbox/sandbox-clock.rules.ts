/**
 * The sandbox printer's clock: an order is printed for two days and on its way for three, at the speed that was set. It can be called
 * back until the press starts, half a day after it came in.
 */
const HOUR_MS = 3_600_000;
const PRESS_STARTS_MS = 12 * HOUR_MS;
const PRINTED_MS = 48 * HOUR_MS;
const DELIVERED_MS = PRINTED_MS + 72 * HOUR_MS;

export type SandboxStage = 'accepted' | 'printing' | 'shipped' | 'delivered';

export function stageAfter(elapsedMs: number, speed: number): SandboxStage {
  const ageMs = elapsedMs * speed;
  if (ageMs < PRESS_STARTS_MS) return 'accepted';
  if (ageMs < PRINTED_MS) return 'printing';
  return ageMs < DELIVERED_MS ? 'shipped' : 'delivered';
}

/** When accepted, printing and shipped are over, in milliseconds of the clock. */
export const endsOfStages = (speed: number): [number, number, number] => [
  PRESS_STARTS_MS / speed,
  PRINTED_MS / speed,
  DELIVERED_MS / speed,
];

const SHORTEST_LOOK_MS = 200;
const LONGEST_LOOK_MS = 60_000;

/** How often it has to be looked, so that no stage is missed by much. */
export const lookEveryMs = (speed: number): number =>
  Math.min(LONGEST_LOOK_MS, Math.max(SHORTEST_LOOK_MS, PRESS_STARTS_MS / speed / 4));
