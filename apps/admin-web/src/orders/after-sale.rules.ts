/** Reported problems and items that are sent again, in words. A value of a newer server is displayed as it is. */
import type { DisplayedAdminReprint, ProblemKind } from '@shop/contracts-order';

export const PROBLEM_LABELS: Readonly<Record<ProblemKind, string>> = {
  misprinted: 'Misprinted',
  damaged: 'Damaged',
  'not-arrived': 'Not arrived',
  other: 'Another reason',
};

const findIn = (texts: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(texts, key) ? (texts[key] ?? key) : key;

export const getProblemLabel = (kind: string): string => findIn(PROBLEM_LABELS, kind);

/** `2 × Classic T-Shirt, 1 × Bone Pet Tag` */
export const formatItems = (items: readonly { title: string; quantity: number }[]): string =>
  items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ');

const REPRINT_STATES: Readonly<Record<string, string>> = {
  waiting: 'waiting',
  submitting: 'going to the printer',
  submitted: 'at the printer',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'not sent',
};

export function getReprintState({ state, isByHand }: Pick<DisplayedAdminReprint, 'state' | 'isByHand'>): string {
  if (isByHand && state === 'submitted') return 'to be printed by hand';
  return findIn(REPRINT_STATES, state);
}

/** Delivered or cancelled. */
export const isReprintOver = (state: string): boolean => state === 'delivered' || state === 'cancelled';
