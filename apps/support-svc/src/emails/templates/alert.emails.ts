import { BRAND, formatCents, formatDollars } from '@shop/contracts-common';
import type { FoundDiscrepancies } from '@shop/contracts-order';
import type { Block, Inline, EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';

type Discrepancy = FoundDiscrepancies['newest'][number];

/** The message may contain product titles, which people have written. */
function emphasizeOrderNumber({ message, orderNumber }: Discrepancy): readonly Inline[] {
  const start = orderNumber === null ? -1 : message.indexOf(orderNumber);
  if (orderNumber === null || start === -1) return [{ userText: message }];
  return [
    { userText: message.slice(0, start) },
    { strong: orderNumber },
    { userText: message.slice(start + orderNumber.length) },
  ];
}

export const ALARM_REASON = `You get this email because the alarms of ${BRAND} go to this address.`;

export function discrepanciesFound(
  { count, newest }: EmailProps['discrepancies-found'],
  shop: ShopLinks,
): EmailDocument {
  const subject = count === 1 ? '1 thing in the shop needs attention' : `${count} things in the shop need attention`;
  const more = count - newest.length;
  return {
    subject,
    preheader: newest.map(({ message }) => message)[0] ?? subject,
    heading: subject,
    blocks: [
      { kind: 'text', content: 'What the shop can try again by itself it goes on trying. Please have a look:' },
      ...newest.map((discrepancy): Block => ({ kind: 'text', content: emphasizeOrderNumber(discrepancy) })),
      ...(more > 0 ? [{ kind: 'text' as const, content: `And ${more} more.` }] : []),
      { kind: 'button', label: 'Open the Money card', href: shop.getUrl('/admin') },
      {
        kind: 'note',
        content:
          'The Money card on the dashboard shows what is still open, each with the button that helps where there is one, and with what a printer said in its own words. None of it is written about twice, unless the reason changes, or it was resolved and comes back.',
      },
    ],
    reason: ALARM_REASON,
  };
}

export function drawingBudgetSpent({ day, spentCents, budgetCents }: EmailProps['drawing-budget']): EmailDocument {
  const spent = formatDollars(formatCents(spentCents));
  const budget = formatDollars(formatCents(budgetCents));
  const subject = `${spent} of today’s ${budget} for OpenAI are spent`;
  return {
    subject,
    preheader: 'When the budget is spent, the built-in engine draws the artworks.',
    heading: subject,
    blocks: [
      {
        kind: 'text',
        content: `On ${day} (UTC) artworks by OpenAI have cost ${spent}. When ${budget} are spent, the built-in engine draws the artworks until midnight (UTC). Customers notice only the other look.`,
      },
      {
        kind: 'note',
        content:
          'OPENAI_DAY_BUDGET_CENTS of art-svc sets the budget. If the shop does not have many more customers than usual, one of them may be abusing it: the log of art-svc and the table openai_budgets show how many calls each customer and each network has made.',
      },
    ],
    reason: ALARM_REASON,
  };
}
