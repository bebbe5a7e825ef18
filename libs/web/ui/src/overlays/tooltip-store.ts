import { getPageState } from '../page-state.js';

/** Spec, section 9: delay before the first tooltip, and how long after one the next opens without delay. */
const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;
/** Time to move the pointer from the button onto the tooltip, which must stay open then (WCAG 1.4.13). */
const LEAVE_DELAY_MS = 100;

export interface TooltipState {
  label: string;
  anchor: HTMLElement;
}

interface PageState {
  current: TooltipState | null;
  lastClosedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly listeners: Set<() => void>;
}

const state = getPageState<PageState>('tooltip', () => ({
  current: null,
  lastClosedAt: -Infinity,
  timer: undefined,
  listeners: new Set(),
}));

function show(next: TooltipState | null): void {
  clearTimeout(state.timer);
  if (state.current && !next) state.lastClosedAt = Date.now();
  state.current = next;
  for (const listener of state.listeners) listener();
}

function showLater(next: TooltipState | null, delayMs: number): void {
  clearTimeout(state.timer);
  state.timer = setTimeout(() => show(next), delayMs);
}

/** One tooltip at a time for the whole page. */
export const tooltipStore = {
  get: (): TooltipState | null => state.current,
  subscribe: (listener: () => void): (() => void) => {
    state.listeners.add(listener);
    return () => state.listeners.delete(listener);
  },
  pointerOver: (tooltip: TooltipState): void => {
    const isWarm = state.current !== null || Date.now() - state.lastClosedAt < SKIP_DELAY_MS;
    if (isWarm) show(tooltip);
    else showLater(tooltip, OPEN_DELAY_MS);
  },
  pointerLeft: (): void => showLater(null, LEAVE_DELAY_MS),
  /** For a pointer on the tooltip itself. */
  keepOpen: (): void => clearTimeout(state.timer),
  open: (tooltip: TooltipState): void => show(tooltip),
  close: (): void => show(null),
};
