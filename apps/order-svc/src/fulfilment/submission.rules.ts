/** One attempt to submit an order or a reprint to the printer, and what follows from an error. */
import {
  BUSY_DELAY_MS,
  computeRetryDelay,
  REJECTION_DELAY_MS,
  shouldAlertAdmins,
  withPrinterMessage,
} from './fulfilment.rules.js';
import {
  PrinterBusyError,
  type PrinterOrder,
  type PrintOrder,
  type PrintProvider,
  PrintRejectedError,
} from './print-provider.js';

/** After an interrupted attempt the printer is first asked whether it has the order. */
export async function submitToPrinter(
  provider: PrintProvider,
  order: PrintOrder,
  attempts: number,
): Promise<PrinterOrder> {
  const known = attempts > 1 ? await provider.retrieve(order.orderId) : null;
  return known?.status === 'draft' ? provider.submitDraft(order) : (known ?? provider.submit(order));
}

export interface Postponement {
  delayMs: number;
  /** Null: no reason to alert the admins yet. `message` leaves out the printer's own text. */
  alert: { reason: string; message: string } | null;
}

/** When a failed attempt is repeated, and what admins are told about it. */
export function computePostponement(error: unknown, attempts: number): Postponement {
  const isRejected = error instanceof PrintRejectedError;
  const isBusy = error instanceof PrinterBusyError;
  const message = isRejected || isBusy ? error.message : 'The printer does not answer.';
  const reason = withPrinterMessage(message, isRejected ? error.detail : null);
  const retryDelayMs = isBusy ? BUSY_DELAY_MS : computeRetryDelay(attempts);
  return {
    delayMs: isRejected ? REJECTION_DELAY_MS : retryDelayMs,
    alert: isRejected || shouldAlertAdmins(attempts) ? { reason, message } : null,
  };
}
