import {
  answerProblemRequestSchema,
  type DisplayedAdminOrderDetail,
  type DisplayedProblemReport,
} from '@shop/contracts-order';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Badge, type BadgeVariant, Button, cn, Field, Textarea } from '@shop/web-ui';
import { type FormEvent, useState } from 'react';
import { useDraft } from '../../forms.js';
import { RelativeTime } from '../../relative-time.js';
import { useProblemAnswer } from '../after-sale.queries.js';
import { formatItems, getProblemLabel } from '../after-sale.rules.js';
import { Photos } from './photos.js';
import { SendAgain } from './reprint-form.js';
import { Section } from './section.js';

type Order = DisplayedAdminOrderDetail;

const STATES: Readonly<Record<string, { label: string; variant: BadgeVariant }>> = {
  open: { label: 'open', variant: 'destructive' },
  answered: { label: 'answered', variant: 'default' },
  reprinted: { label: 'sent again', variant: 'secondary' },
};

interface AnswerFormProps {
  orderId: string;
  reportId: string;
  draft: string;
  onChange: (draft: string | null) => void;
  onClose: () => void;
}

/** After an error the field still has the text. */
function AnswerForm({ orderId, reportId, draft, onChange, onClose }: AnswerFormProps) {
  const [validationError, setValidationError] = useState<string>();
  const sending = useProblemAnswer();
  const sendOnce = useSingleFlight(sending);
  const discard = (): void => {
    onChange(null);
    onClose();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = answerProblemRequestSchema.safeParse({ answer: draft });
    setValidationError(parsed.error?.issues[0]?.message);
    if (parsed.success) sendOnce({ id: orderId, reportId, ...parsed.data }, { onSuccess: discard });
  };
  const error = validationError ?? (sending.error ? getErrorMessage(sending.error) : undefined);
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      <Field label="Answer to the customer" hint="Goes out by email, and closes the report" error={error}>
        <Textarea
          rows={3}
          value={draft}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          readOnly={sending.isPending}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabledFocusable={sending.isPending} onClick={discard}>
          Discard
        </Button>
        <Button type="submit" disabledFocusable={sending.isPending}>
          {sending.isPending ? 'Sending...' : 'Send answer'}
        </Button>
      </div>
    </form>
  );
}

interface ReportProps {
  order: Order;
  report: DisplayedProblemReport;
}

/** What can be done about a report: send the items again, or answer. */
function ReportActions({ order, report: { id, state, kind, items } }: ReportProps) {
  const [draft, setDraft] = useDraft(`problem-answer:${id}`);
  const [isOpen, setOpen] = useState(false);
  const isAnswerable = state === 'open';
  const isReprintable = isAnswerable || state === 'answered';
  // The text of a refused answer is still displayed, although the report is closed by now.
  if (draft !== null || (isOpen && isAnswerable))
    return (
      <AnswerForm
        orderId={order.id}
        reportId={id}
        draft={draft ?? ''}
        onChange={setDraft}
        onClose={() => setOpen(false)}
      />
    );
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      <SendAgain
        order={order}
        report={{ id, kind, items, state }}
        variant={isAnswerable ? 'default' : 'outline'}
        label="Send it again"
        isOffered={isReprintable && order.canBeReprinted === true}
      />
      {isAnswerable && (
        <Button variant="outline" onClick={() => setOpen(true)}>
          Answer
        </Button>
      )}
    </div>
  );
}

function Report({ order, report }: ReportProps) {
  const { kind, state, text, items, photoUrls, reportedAt, answer } = report;
  const { label, variant } = STATES[state] ?? { label: state, variant: 'outline' };
  return (
    <li
      className={cn(
        'grid gap-3 rounded-card p-5 [overflow-wrap:anywhere]',
        state === 'open' ? 'border-2 border-border-strong' : 'bg-muted',
      )}
    >
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{getProblemLabel(kind)}</span>
          <Badge variant={variant}>{label}</Badge>
          <RelativeTime at={reportedAt} className="text-sm text-muted-foreground" />
        </p>
        <p className="mt-1 text-muted-foreground">
          <bdi>{formatItems(items)}</bdi>
        </p>
      </div>
      <p className="whitespace-pre-line">
        <bdi>{text}</bdi>
      </p>
      <Photos urls={photoUrls} label="The customer’s photos" />
      {answer !== null && (
        <div className="border-l-4 border-primary pl-4">
          <p className="text-sm text-muted-foreground">The shop’s answer</p>
          <p className="font-semibold whitespace-pre-line">
            <bdi>{answer}</bdi>
          </p>
        </div>
      )}
      <ReportActions order={order} report={report} />
    </li>
  );
}

/** What the customer reported about items that were sent; nothing without a report. */
export function OrderProblems({ order }: { order: Order }) {
  const { problems = [] } = order;
  if (problems.length === 0) return null;
  return (
    <Section title="Reported problems">
      <ul aria-label="Reported problems" className="grid gap-4">
        {problems.map((report) => (
          <Report key={report.id} order={order} report={report} />
        ))}
      </ul>
    </Section>
  );
}
