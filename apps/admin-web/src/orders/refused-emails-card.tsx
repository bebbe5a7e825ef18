import { getOrderEmailName } from '@shop/contracts-order';
import { Card } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink } from '../url-state.js';
import { refusedEmailsQuery } from './order-emails.queries.js';

/** On the dashboard: emails about orders that their customers did not get; nothing while there are none. */
export function RefusedEmailsCard() {
  const { data: emails = [] } = useQuery(refusedEmailsQuery);
  if (emails.length === 0) return null;
  return (
    <Card role="region" className="mt-6 p-6" aria-label="Emails that were refused">
      <h2 className="flex items-center gap-2 font-display text-2xl font-bold">
        <MailX aria-hidden className="size-6 shrink-0 text-destructive-text" />
        {emails.length === 1 ? '1 email was refused' : `${emails.length} emails were refused`}
      </h2>
      <p className="mt-1 text-muted-foreground">
        The mail server takes no email to the address. Correct the email of the order, or send the email again from its
        details.
      </p>
      <ul className="mt-3">
        {emails.map(({ id, kind, orderId, orderNumber, at, reason }) => (
          <li key={id} className="border-t border-border py-3">
            <p className="flex flex-wrap items-center gap-x-3">
              <OpenItemLink
                kind="order"
                id={orderId}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                {orderNumber}
              </OpenItemLink>
              <span>{getOrderEmailName(kind)}</span>
              <RelativeTime at={at} className="text-sm text-muted-foreground" />
            </p>
            {reason && <p className="text-sm [overflow-wrap:anywhere] text-muted-foreground">{reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
