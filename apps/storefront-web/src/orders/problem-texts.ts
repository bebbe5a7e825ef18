/** Reported problems and items that are sent again, in words. */
import {
  describeReturn,
  type DisplayedProblemReport,
  type DisplayedReprint,
  listParcels,
  type ProblemKind,
} from '@shop/contracts-order';
import type { OrderStateText } from './order-state.js';
import { describeShipped } from './parcel-state.js';

/** As a customer says what is wrong. */
export const PROBLEM_LABELS: Record<ProblemKind, string> = {
  misprinted: 'It is misprinted',
  damaged: 'It is damaged',
  'not-arrived': 'It has not arrived',
  other: 'Something else',
};

const KNOWN_LABELS: ReadonlyMap<string, string> = new Map(Object.entries(PROBLEM_LABELS));

/** A kind that this version does not know is displayed as it is. */
export const getProblemLabel = (kind: string): string => KNOWN_LABELS.get(kind) ?? kind;

/** `2 × Classic T-Shirt, Bone Pet Tag` */
export const formatItems = (items: DisplayedReprint['items']): string =>
  items.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', ');

const FREE = 'It costs you nothing, and we write to you when it leaves.';

/** Why the last parcel came back, if none is on its way. Null: one is. */
export function findReprintReturn({
  state,
  tracking,
}: Pick<DisplayedReprint, 'state' | 'tracking'>): { reason: string | null } | null {
  if (state !== 'shipped' || !tracking) return null;
  const parcels = listParcels(tracking);
  return parcels.every(({ returned }) => returned) ? (parcels.at(-1)?.returned ?? null) : null;
}

export function describeReprint(reprint: Pick<DisplayedReprint, 'state' | 'tracking'>): OrderStateText {
  const { state, tracking } = reprint;
  const cameBack = findReprintReturn(reprint);
  if (cameBack)
    return {
      title: 'What we sent again came back',
      text: `It ${describeReturn(cameBack)}. Is the address right? If not, please write to us.`,
    };
  switch (state) {
    case 'waiting':
    case 'submitting':
      return { title: 'We are sending this again', text: `It is about to be printed. ${FREE}` };
    case 'submitted':
      return { title: 'We are sending this again', text: `It is being printed. ${FREE}` };
    case 'shipped':
      return { title: 'We have sent this again', text: describeShipped(tracking).text };
    case 'delivered':
      return { title: 'We have sent this again', text: 'It should be with you. We hope that all is well now.' };
    case 'cancelled':
      return { title: 'Not sent again after all', text: 'If you have a question about it, please write to us.' };
    default:
      return { title: 'We are sending this again', text: state };
  }
}

/** Nothing about it will change automatically any more. */
export const isReprintOver = ({ state }: Pick<DisplayedReprint, 'state'>): boolean =>
  state === 'delivered' || state === 'cancelled';

/** What follows from a report, apart from the shop's words. */
export function describeReport({ state }: Pick<DisplayedProblemReport, 'state'>): string {
  switch (state) {
    case 'open':
      return 'Reported. We look at it, and answer here and by email.';
    case 'answered':
      return 'Answered';
    case 'reprinted':
      return 'We are sending it again.';
    default:
      return state;
  }
}
