import { type DisplayedAdminOrderDetail, type DisplayedHold, releaseHoldsRequestSchema } from '@shop/contracts-order';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { type FormEvent, useState } from 'react';
import { useDraft } from '../../forms.js';
import { RelativeTime } from '../../relative-time.js';
import { useHoldRelease } from '../orders.queries.js';
import { findOpenQuestion, OpenQuestion } from './order-questions.js';
import { Section } from './section.js';

const REASONS: Readonly<Record<string, string>> = {
  dispute: 'The customer’s bank disputes the payment',
  'payment-review': 'The payment provider reviews the payment',
  'fraud-warning': 'The card’s bank warns of fraud',
  question: 'The customer was asked about it',
};

/** An order that has left can't be stopped by its hold. */
const isAtPrinter = ({ fulfilment }: DisplayedAdminOrderDetail): boolean =>
  fulfilment !== null && (fulfilment.state === 'submitted' || fulfilment.attempts > 0);

const isSent = ({ status }: DisplayedAdminOrderDetail): boolean => status === 'shipped' || status === 'delivered';

function ReleaseForm({ id, holds }: { id: string; holds: readonly DisplayedHold[] }) {
  const [reason, setReason] = useDraft(`hold-reason:${id}`);
  const [validationError, setValidationError] = useState<string>();
  const release = useHoldRelease();
  const releaseOnce = useSingleFlight(release);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = releaseHoldsRequestSchema.safeParse({ holds: holds.map((hold) => hold.id), reason: reason ?? '' });
    setValidationError(parsed.error?.issues[0]?.message);
    if (parsed.success) releaseOnce({ id, ...parsed.data }, { onSuccess: () => setReason(null) });
  };
  const error = validationError ?? (release.error ? getErrorMessage(release.error) : undefined);
  return (
    <form noValidate onSubmit={handleSubmit} className="grid justify-items-start gap-3">
      <Field
        label="Why it may go on"
        hint="Among admins; the order’s history keeps it"
        error={error}
        className="w-full max-w-md"
      >
        <Input
          autoComplete="off"
          value={reason ?? ''}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          readOnly={release.isPending}
        />
      </Field>
      <Button type="submit" variant="outline" disabledFocusable={release.isPending}>
        {release.isPending ? 'Continuing...' : 'Continue printing'}
      </Button>
    </form>
  );
}

function describeConsequence(order: DisplayedAdminOrderDetail): string {
  if (isSent(order)) return 'The order was sent. Nothing of it is sent again until you decide.';
  return isAtPrinter(order)
    ? 'The printer may have this order. If it must not be printed, cancel it now.'
    : 'Nothing is printed until this is settled, or until you decide.';
}

/** Why the order must not be printed yet, and the decision that it may. */
export function OrderHolds({ order }: { order: DisplayedAdminOrderDetail }) {
  const { id, holds = [] } = order;
  if (holds.length === 0) return null;
  const question = findOpenQuestion(order);
  // A question has its own end. A server that does not name it releases it like the others.
  const released = question ? holds.filter(({ kind }) => kind !== 'question') : holds;
  return (
    <Section title="On hold" className="grid gap-3 rounded-card border-2 border-border-strong p-5 *:mb-0">
      <ul className="grid gap-1">
        {holds.map(({ id: holdId, kind, openedAt }) => (
          <li key={holdId}>
            {REASONS[kind] ?? kind} · <RelativeTime at={openedAt} className="text-muted-foreground" />
          </li>
        ))}
      </ul>
      <p className={isAtPrinter(order) && !isSent(order) ? 'font-semibold' : 'text-muted-foreground'}>
        {describeConsequence(order)}
      </p>
      {question && <OpenQuestion key={question.id} order={order} question={question} />}
      {released.length > 0 && <ReleaseForm id={id} holds={released} />}
    </Section>
  );
}
