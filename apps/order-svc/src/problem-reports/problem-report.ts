import type { ItemQuantities, ProblemKind, ProblemReport as ProblemReportView } from '@shop/contracts-order';
import type { OrderItem } from '../orders/order-item.entity.js';
import { toTitledItems } from './item-quantities.js';

/** What a customer reports about an order that was sent. */
export interface ProblemReport {
  id: string;
  orderId: string;
  kind: ProblemKind;
  text: string;
  items: ItemQuantities;
  /** Pictures in art-svc. */
  photoIds: string[];
  reportedAt: Date;
  /** Null: an admin has neither answered nor sent the items again. */
  closedAt: Date | null;
  answer: string | null;
}

/** The path of a customer's photo, for its owner and admins. */
export const toPhotoUrl = (id: string): string => `/media/${id}`;

function toState({ closedAt, answer }: ProblemReport): ProblemReportView['state'] {
  if (closedAt === null) return 'open';
  return answer === null ? 'reprinted' : 'answered';
}

export const toProblemReport = (report: ProblemReport, ordered: readonly OrderItem[]): ProblemReportView => ({
  id: report.id,
  kind: report.kind,
  text: report.text,
  items: toTitledItems(report.items, ordered),
  photoUrls: report.photoIds.map(toPhotoUrl),
  reportedAt: report.reportedAt.toISOString(),
  state: toState(report),
  answer: report.answer,
});
