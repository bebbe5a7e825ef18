interface Amount {
  amountCents: number;
  currency: string;
}

/** The details contain no personal data, because entries are kept after an erasure. */
export type OrderHistoryEvent =
  | { action: 'order.placed' | 'order.paid'; details: { totalCents: number } }
  | { action: 'order.payment-failed'; details: { message: string } }
  | {
      action: 'order.status-changed';
      details: { from: string; to: string; by?: 'customer' | 'printer' | 'refund' | 'dispute' | 'assumed-delivery' };
    }
  | { action: 'order.changed'; details: { what: string[] } }
  | { action: 'order.printing-delayed'; details: { reason: string } }
  | { action: 'order.refunded'; details: Amount }
  | { action: 'order.refund-failed'; details: Amount & { reason: string } }
  | { action: 'order.amount-mismatch'; details: { amountCents: number; currency: string } }
  | { action: 'order.mismatch-refunded'; details: Amount & { isLate: boolean } }
  | { action: 'order.disputed'; details: Amount & { reason: string } }
  | { action: 'order.dispute-closed'; details: Amount & { outcome: string } }
  | { action: 'print-file.completed'; details: { title: string; dpi: number } }
  | { action: 'print-file.failed'; details: { title: string; reason: string } }
  | { action: 'order.anonymised'; details: Record<string, never> };

export type HistoryEntry = OrderHistoryEvent & { id: string; at: Date };
