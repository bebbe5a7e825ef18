/** One sentence for admins about the print status of an order. Problems are shown beside it. */
import type { DisplayedFulfilment } from '@shop/contracts/order';

const PRINTER_NAMES: Readonly<Record<string, string>> = {
  sandbox: 'the sandbox printer, which prints nothing',
  printful: 'Printful',
  'by-hand': 'an admin',
};

/** In the reader's time zone; with the day unless it is today. */
export const formatTimeOfDay = (at: Date, now = new Date()): string =>
  at.toDateString() === now.toDateString()
    ? at.toLocaleTimeString('en-US', { timeStyle: 'short' })
    : at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

const getChangeWindowText = (dueAt: Date, now: Date): string =>
  `On hold until ${formatTimeOfDay(dueAt, now)}: the customer may still change or cancel it.`;

function getReadyText(provider: DisplayedFulfilment['provider']): string {
  return provider === 'by-hand'
    ? 'Printed by hand: take the print files to the press, then move the order on.'
    : 'Goes to the printer now.';
}

function getSubmittedText({ provider, externalId }: DisplayedFulfilment): string {
  if (provider === 'by-hand') return 'Printed by hand.';
  return `With ${PRINTER_NAMES[provider] ?? provider}${provider === 'printful' && externalId ? `, order ${externalId}` : ''}.`;
}

export function getFulfilmentText(fulfilment: DisplayedFulfilment, now = new Date()): string {
  const dueAt = new Date(fulfilment.dueAt);
  switch (fulfilment.state) {
    case 'change-window':
      return dueAt > now ? getChangeWindowText(dueAt, now) : getReadyText(fulfilment.provider);
    case 'waiting':
      return fulfilment.attempts > 0 ? 'Could not be handed to the printer yet.' : 'Waits for its print files.';
    case 'submitting':
      return 'Is being handed to the printer.';
    case 'submitted':
      return getSubmittedText(fulfilment);
    case 'cancelled':
      return 'Is not printed.';
    // A state of a newer server.
    default:
      return fulfilment.state;
  }
}
