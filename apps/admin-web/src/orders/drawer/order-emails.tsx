import { getOrderEmailName, type DisplayedAdminOrderDetail } from '@shop/contracts-order';
import type { DisplayedOrderEmail } from '@shop/contracts-support';
import { QueryContent, useIdempotencyKey, useSingleFlight } from '@shop/web-kit';
import { Badge, Button, type BadgeVariant, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { isMissingCall } from '../../failures.js';
import { ListNotice } from '../../lists/list-notice.js';
import { CompactTime, RelativeTime } from '../../relative-time.js';
import { orderEmailsQuery, useEmailAgain } from '../order-emails.queries.js';
import { EmailText } from './email-text.js';
import { Section } from './section.js';

const STATES: Readonly<Record<string, { label: string; variant: BadgeVariant }>> = {
  waiting: { label: 'waiting', variant: 'outline' },
  sent: { label: 'sent', variant: 'secondary' },
  refused: { label: 'refused for good', variant: 'destructive' },
};

const formatRecipient = ({ isToPresentAddress }: DisplayedOrderEmail, address: string | null): string =>
  isToPresentAddress ? (address ?? 'the customer') : 'an earlier address';

interface EmailProps {
  email: DisplayedOrderEmail;
  order: DisplayedAdminOrderDetail;
  sending: ReturnType<typeof useEmailAgain>;
}

function Email({ email, order, sending }: EmailProps) {
  const getIdempotencyKey = useIdempotencyKey();
  const sendOnce = useSingleFlight(sending);
  const { id, kind, state, at, nextTryAt, reason } = email;
  const name = getOrderEmailName(kind);
  const { label, variant } = STATES[state] ?? { label: state, variant: 'outline' };
  const isOffered = state !== 'waiting' && order.emailKinds?.includes(kind);
  const isSending = sending.isPending && sending.variables.email.id === id;
  return (
    <li className="flex flex-col gap-3 border-t border-border py-4 first:border-t-0 first:pt-0 sm:flex-row sm:items-start sm:gap-6">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{name}</span>
          <Badge variant={variant}>{label}</Badge>
        </p>
        <p className="mt-1 text-sm [overflow-wrap:anywhere] text-muted-foreground">
          To <bdi>{formatRecipient(email, order.email)}</bdi> · <RelativeTime at={at} />
        </p>
        {reason && (
          <p className="mt-1 text-sm [overflow-wrap:anywhere]">
            The mail server says: <q dir="auto">{reason}</q>
          </p>
        )}
        {nextTryAt && (
          <p className="mt-1 text-sm text-muted-foreground">
            {reason ? 'Next try' : 'Goes out'}: <CompactTime at={nextTryAt} />
          </p>
        )}
        {email.hasText && <EmailText orderId={order.id} email={email} name={name} />}
      </div>
      {isOffered && (
        <Button
          variant="outline"
          size="sm"
          className="shrink-0 self-start"
          disabledFocusable={sending.isPending}
          aria-label={`Send again: ${name}`}
          onClick={() =>
            sendOnce(
              { version: order.version, email, key: getIdempotencyKey(id) },
              // The next press sends one more.
              { onSuccess: getIdempotencyKey.forget },
            )
          }
        >
          {isSending ? 'Sending...' : 'Send again'}
        </Button>
      )}
    </li>
  );
}

function EmailList({ emails, order }: { emails: DisplayedOrderEmail[]; order: DisplayedAdminOrderDetail }) {
  const sending = useEmailAgain(order.id);
  if (emails.length === 0) return <p className="text-muted-foreground">No emails yet.</p>;
  return (
    <ul aria-label="Emails">
      {emails.map((email) => (
        <Email key={email.id} email={email} order={order} sending={sending} />
      ))}
    </ul>
  );
}

/** What the customer got by email, or did not. The contact service has it: the drawer works without. */
export function OrderEmails({ order }: { order: DisplayedAdminOrderDetail }) {
  const query = useQuery(orderEmailsQuery(order.id));
  if (query.error && isMissingCall(query.error)) return null;
  return (
    <Section title="Emails">
      <ListNotice rows="emails">
        <QueryContent query={query} skeleton={<Skeleton role="status" aria-label="Loading" className="h-16" />}>
          {(emails) => <EmailList emails={emails} order={order} />}
        </QueryContent>
      </ListNotice>
    </Section>
  );
}
