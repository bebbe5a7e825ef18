/** The message and the action of an order whose printing does not go on. */
import type { MoneyDiscrepancy } from '@shop/contracts-order';
import type { FulfilmentState } from '../fulfilment/fulfilment.rules.js';

export interface BlockedPrinting {
  reason: string | null;
  state: FulfilmentState;
  isPaid: boolean;
  isMissingAtPrinter?: boolean;
}

/** No error is recorded, but the order does not progress: no admin prints it, or marks it as shipped. */
export interface StalePrinting {
  stage: 'unprinted' | 'unsent';
  byHand: boolean;
  since: string;
}

export const formatDay = (moment: string): string =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function describeBlockedPrinting({ reason, state, isMissingAtPrinter }: BlockedPrinting): string {
  if (reason === null) return 'has been due for the printer for more than an hour, and is not there.';
  if (isMissingAtPrinter) return `is paid, and not printed: ${withFullStop(reason)}`;
  return state === 'submitted'
    ? `is at the printer, and does not go on there: ${withFullStop(reason)}`
    : `is paid, and not with the printer yet: ${withFullStop(reason)}`;
}

function describeStalePrinting({ stage, byHand, since }: StalePrinting): string {
  if (stage === 'unprinted') return `waits to be printed by hand, and has been due since ${formatDay(since)}.`;
  if (!byHand) return `has been at the printer since ${formatDay(since)}, and was not shipped.`;
  return `has been in processing since ${formatDay(since)}. Please mark it as shipped once it has left, or cancel it.`;
}

/** The text may be the printer's and end with its own punctuation. */
export const withFullStop = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

/** The end of a sentence that begins with the order. */
export const describePrinting = (details: BlockedPrinting | StalePrinting): string =>
  'stage' in details ? describeStalePrinting(details) : describeBlockedPrinting(details);

const SUBMIT_AGAIN = {
  label: 'Hand it over again',
  warning:
    'The printer gets it as a new order, and prints it. If it was deleted there on purpose, please cancel the order instead.',
};

export const ASK_PRINTER = { label: 'Ask the printer again', warning: null };

const MARK_SHIPPED = {
  label: 'Mark it as shipped',
  warning:
    'The customer gets an email that the parcel is on its way. A tracking number can be given in the order instead.',
};

const START_PROCESSING = { label: 'Start processing', warning: null };

function getStalePrintingAction({ stage, byHand }: StalePrinting): MoneyDiscrepancy['action'] {
  if (stage === 'unprinted') return START_PROCESSING;
  return byHand ? MARK_SHIPPED : ASK_PRINTER;
}

function getBlockedPrintingAction({ state, isPaid, isMissingAtPrinter }: BlockedPrinting): MoneyDiscrepancy['action'] {
  if (isMissingAtPrinter && isPaid) return SUBMIT_AGAIN;
  if (state === 'submitted' && !isMissingAtPrinter) return ASK_PRINTER;
  if (!isPaid)
    return { label: 'Cancel the order', warning: "Nothing is printed, and the order ends. This can't be undone." };
  return { label: 'Try the printer again', warning: null };
}

export const getPrintingAction = (details: BlockedPrinting | StalePrinting): MoneyDiscrepancy['action'] =>
  'stage' in details ? getStalePrintingAction(details) : getBlockedPrintingAction(details);
