/** The message of a paid order that waits for a decision. */
import type { FulfilmentHoldKind } from '@shop/contracts-order';

/** `begun`: the printer may have the order, and its hold does not stop it there. */
export type PrintingOnHold = 'stopped' | 'begun';

export interface HeldOrderDetails {
  holds: readonly FulfilmentHoldKind[];
  printing: PrintingOnHold;
  /** Another one is another email. */
  reason: string;
}

const describeHold = (kind: FulfilmentHoldKind, provider: string): string => {
  switch (kind) {
    case 'dispute':
      return 'a dispute of its payment was not won';
    case 'payment-review':
      return `${provider} has not approved its payment`;
    case 'fraud-warning':
      return "the card's bank warns of fraud";
    case 'question':
      return 'a question to its customer has been open for days';
  }
};

export const isPaymentDoubted = ({ holds }: HeldOrderDetails): boolean => holds.some((kind) => kind !== 'question');

/** `order`: its name at the start of a sentence. */
export function describeHeldOrder(order: string, { holds, printing }: HeldOrderDetails, provider: string): string {
  const why = holds.map((kind) => describeHold(kind, provider)).join(', and ');
  return printing === 'begun'
    ? `${order} may be in print, but ${why}. If it must not be sent, please cancel it now.`
    : `${order} is paid and on hold: ${why}. Nothing is printed until it is continued in the order, or cancelled.`;
}

const DISPUTED_PRINTING: Readonly<Record<PrintingOnHold, string>> = {
  stopped: 'Nothing is printed until the bank decides, or until it is continued in the order. ',
  begun: 'It may be in print: if it must not be sent, please cancel it now. ',
};

export interface DisputedPrinting {
  /** Null: the dispute does not hold the order. */
  printing?: PrintingOnHold | null;
  /** The printer may have items that are sent again. */
  isReprinting?: boolean;
}

/** A sentence within the message of a dispute; empty if nothing is or would be printed. */
export function describeDisputedPrinting({ printing, isReprinting }: DisputedPrinting): string {
  if (isReprinting) return 'What is sent again may be in print: if it must not be sent, please cancel it now. ';
  return printing ? DISPUTED_PRINTING[printing] : '';
}
