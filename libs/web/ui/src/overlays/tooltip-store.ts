/** Spec, section 9: delay before the first tooltip, and how long after one the next opens without delay. */
const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;
/** Time to move the pointer from the button onto the tooltip, which must stay open then (WCAG 1.4.13). */
const LEAVE_DELAY_MS = 100;

export interface TooltipState {
  label: string;
  anchor: HTMLElement;
}

let current: TooltipState | null = null;
let lastClosedAt = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: TooltipState | null): void {
  clearTimeout(timer);
  if (current && !next) lastClosedAt = Date.now();
  current = next;
  for (const listener of listeners) listener();
}

function showLater(next: TooltipState | null, delayMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => show(next), delayMs);
}

/** One tooltip at a time for the whole page. */
export const tooltipStore = {
  get: (): TooltipState | null => current,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  pointerOver: (tooltip: TooltipState): void => {
    const isWarm = current !== null || Date.now() - lastClosedAt < SKIP_DELAY_MS;
    if (isWarm) show(tooltip);
    else showLater(tooltip, OPEN_DELAY_MS);
  },
  pointerLeft: (): void => showLater(null, LEAVE_DELAY_MS),
  /** For a pointer on the tooltip itself. */
  keepOpen: (): void => clearTimeout(timer),
  open: (tooltip: TooltipState): void => show(tooltip),
  close: (): void => show(null),
};
