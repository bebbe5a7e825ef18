import { formatCents } from '@shop/contracts-common';
import type { AdminReprint, Reprint as ReprintView } from '@shop/contracts-order';
import type { OrderItem } from '../orders/order-item.entity.js';
import { toTitledItems } from '../problem-reports/item-quantities.js';
import { toPhotoUrl } from '../problem-reports/problem-report.js';
import type { Reprint } from './reprint.entity.js';

export const toReprintItems = ({ items }: Reprint, ordered: readonly OrderItem[]): ReprintView['items'] =>
  toTitledItems(items, ordered);

export const toReprint = (reprint: Reprint, ordered: readonly OrderItem[]): ReprintView => ({
  id: reprint.id,
  state: reprint.state,
  items: toReprintItems(reprint, ordered),
  requestedAt: reprint.requestedAt.toISOString(),
  tracking: reprint.tracking,
});

export const toAdminReprint = (reprint: Reprint, ordered: readonly OrderItem[]): AdminReprint => {
  const { costCents, costCurrency } = reprint;
  return {
    ...toReprint(reprint, ordered),
    reason: reprint.reason,
    note: reprint.note,
    photoUrls: reprint.photoIds.map(toPhotoUrl),
    reportId: reprint.reportId,
    shippingAddress: reprint.shippingAddress,
    isByHand: reprint.isByHand,
    problem: reprint.problem,
    externalId: reprint.externalId,
    cost:
      costCents === null || costCurrency === null ? null : { amount: formatCents(costCents), currency: costCurrency },
    canBeCancelled: reprint.canBeCancelled,
    canBeRetried: reprint.canBeRetried,
    canBeMarkedSent: reprint.canBeMarkedSent,
  };
};
