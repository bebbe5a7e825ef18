/** The messages of problems that customers reported, and of items that are to be sent again and do not go on. */
import type { ProblemKind } from '@shop/contracts-order';
import { withFullStop } from './delayed-printing.rules.js';

export interface BlockedReprint {
  reprintId: string;
  /** Null: no error is known, but it waits for too long. */
  reason: string | null;
  stage: 'waiting' | 'at-printer' | 'on-its-way' | 'cancelled';
  byHand: boolean;
  /** The shop still has money for the order. */
  isPaid: boolean;
}

const WAITS: Readonly<Record<BlockedReprint['stage'], string>> = {
  waiting: 'has waited for the printer for more than an hour.',
  'at-printer': 'has been at the printer for 14 days, and was not shipped.',
  'on-its-way': 'is on its way, and something is wrong.',
  cancelled: 'was cancelled, and may be at the printer.',
};

const CAME_BACK =
  ' The customer was asked for a better address. Please add the number of the next parcel in the order, or decide there not to send it.';
const UNPAID = ' Please decide in the order not to send it.';

const isUnpaid = ({ stage, isPaid }: BlockedReprint): boolean => stage === 'waiting' && !isPaid;

function getAdvice(reprint: BlockedReprint): string {
  if (reprint.stage === 'on-its-way') return CAME_BACK;
  return isUnpaid(reprint) ? UNPAID : '';
}

export function describeBlockedReprint(order: string, reprint: BlockedReprint): string {
  const { reason, stage, byHand } = reprint;
  const what = `What is sent again for ${order}`;
  if (reason !== null) return `${what} does not go on: ${withFullStop(reason)}${getAdvice(reprint)}`;
  if (byHand) return `${what} waits to be printed and sent by hand. Please mark it as sent in the order.`;
  return `${what} ${WAITS[stage]}`;
}

const PROBLEMS: Readonly<Record<ProblemKind, string>> = {
  misprinted: 'something was misprinted',
  damaged: 'something is damaged',
  'not-arrived': 'something has not arrived',
  other: 'something is not as it should be',
};

export const describeReportedProblem = (order: string, { problem }: { problem: ProblemKind }): string =>
  `The customer of ${order} writes that ${PROBLEMS[problem]}. Please answer in the order, or send it again.`;

export const getBlockedReprintAction = (reprint: BlockedReprint) => {
  const { stage, byHand } = reprint;
  if (byHand || stage === 'cancelled' || isUnpaid(reprint)) return null;
  return { label: stage === 'waiting' ? 'Try the printer again' : 'Ask the printer again', warning: null };
};
