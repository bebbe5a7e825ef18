import type { DisplayedOrderEmail } from '@shop/contracts-support';
import { QueryContent } from '@shop/web-kit';
import { Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { emailTextQuery } from '../order-emails.queries.js';

interface Props {
  orderId: string;
  email: DisplayedOrderEmail;
  /** What people call its kind. */
  name: string;
}

function Text({ orderId, email }: Omit<Props, 'name'>) {
  const query = useQuery(emailTextQuery(orderId, email.id));
  return (
    <QueryContent query={query} skeleton={<Skeleton role="status" aria-label="Loading" className="h-32" />}>
      {({ subject, text }) => (
        <div className="mt-1 rounded-control bg-muted p-3 text-sm [overflow-wrap:anywhere]">
          <p dir="auto" className="mb-3 font-semibold">
            {subject}
          </p>
          <p dir="auto" className="whitespace-pre-wrap">
            {text}
          </p>
        </div>
      )}
    </QueryContent>
  );
}

/** What the email said; it is loaded when it is opened. */
export function EmailText({ name, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-ml-1 inline-flex min-h-11 w-fit cursor-pointer items-center rounded-control px-1 text-sm font-semibold text-primary-text">
        {isOpen ? 'Hide the text' : 'Read the text'}
        <span className="sr-only">: {name}</span>
      </summary>
      {isOpen && <Text {...props} />}
    </details>
  );
}
