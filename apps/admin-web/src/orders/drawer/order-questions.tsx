import {
  type AdminOrderQuestion,
  askQuestionRequestSchema,
  type DisplayedAdminOrderDetail,
  QUESTION_MAX,
} from '@shop/contracts-order';
import { getErrorMessage, useIdempotencyKey, useSingleFlight } from '@shop/web-kit';
import { Button, Field, FormError, Textarea } from '@shop/web-ui';
import { type FormEvent, useState } from 'react';
import { useDraft, useSeenVersion } from '../../forms.js';
import { RelativeTime } from '../../relative-time.js';
import { useCustomerQuestion, useQuestionClosing } from '../order-questions.queries.js';
import { Section } from './section.js';

type Order = DisplayedAdminOrderDetail;

export const findOpenQuestion = ({ questions = [] }: Order): AdminOrderQuestion | undefined =>
  questions.find(({ isOpen }) => isOpen);

/** The texts of a question and its answer, with their times. */
function QuestionTexts({ question: { text, askedAt, answer, answeredAt } }: { question: AdminOrderQuestion }) {
  return (
    <dl className="grid gap-3 [overflow-wrap:anywhere]">
      <div>
        <dt className="text-sm text-muted-foreground">
          Asked <RelativeTime at={askedAt} />
        </dt>
        <dd className="whitespace-pre-line">
          <bdi>{text}</bdi>
        </dd>
      </div>
      {answer !== null && (
        <div>
          <dt className="text-sm text-muted-foreground">Answered {answeredAt && <RelativeTime at={answeredAt} />}</dt>
          <dd className="font-semibold whitespace-pre-line">
            <bdi>{answer}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}

function getCloseLabel({ holds = [] }: Order, isPending: boolean): string {
  const isOnlyReason = holds.every(({ kind }) => kind === 'question');
  if (isPending) return isOnlyReason ? 'Continuing...' : 'Closing...';
  return isOnlyReason ? 'Close the question and print' : 'Close the question';
}

interface OpenQuestionProps {
  order: Order;
  question: AdminOrderQuestion;
}

/** The question that holds the order, its answer, and the decision that it is settled. Key it by the question. */
export function OpenQuestion({ order, question }: OpenQuestionProps) {
  const { version, handleError } = useSeenVersion(order.version);
  const close = useQuestionClosing();
  const closeOnce = useSingleFlight(close);
  const isAnswered = question.answer !== null;
  return (
    <div className="grid justify-items-start gap-3">
      <QuestionTexts question={question} />
      {!isAnswered && (
        <p className="text-muted-foreground">
          No answer yet. The customer has an email with a link to the order, and can change or cancel it there.
        </p>
      )}
      <FormError message={close.error && getErrorMessage(close.error)} />
      <Button
        variant={isAnswered ? 'default' : 'outline'}
        disabledFocusable={close.isPending}
        onClick={() => closeOnce({ id: order.id, version, questionId: question.id }, { onError: handleError })}
      >
        {getCloseLabel(order, close.isPending)}
      </Button>
    </div>
  );
}

const formatLength = (length: number): string =>
  `${length.toLocaleString('en-US')} of ${QUESTION_MAX.toLocaleString('en-US')} characters`;

interface FormProps {
  order: Order;
  draft: string;
  onChange: (draft: string | null) => void;
  onClose: () => void;
}

/** An error keeps the text. */
function QuestionForm({ order, draft, onChange, onClose }: FormProps) {
  const [validationError, setValidationError] = useState<string>();
  const { version, handleError } = useSeenVersion(order.version);
  const getIdempotencyKey = useIdempotencyKey();
  const ask = useCustomerQuestion();
  const askOnce = useSingleFlight(ask);
  const discard = (): void => {
    onChange(null);
    onClose();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = askQuestionRequestSchema.safeParse({ question: draft });
    setValidationError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    const { question } = parsed.data;
    askOnce(
      { id: order.id, version, key: getIdempotencyKey(question), question },
      { onSuccess: discard, onError: handleError },
    );
  };
  const error = validationError ?? (ask.error ? getErrorMessage(ask.error) : undefined);
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      <Field
        label="Question to the customer"
        hint={`Goes out by email with a link to the order, which is not printed in between. ${formatLength(draft.length)}.`}
        error={error}
      >
        <Textarea
          rows={3}
          value={draft}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          readOnly={ask.isPending}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabledFocusable={ask.isPending} onClick={discard}>
          Discard
        </Button>
        <Button type="submit" disabledFocusable={ask.isPending}>
          {ask.isPending ? 'Asking...' : 'Hold the order and ask'}
        </Button>
      </div>
    </form>
  );
}

/** Holds the order and asks its customer, as long as no printer has it. Questions that are closed are listed. */
export function CustomerQuestions({ order }: { order: Order }) {
  const [draft, setDraft] = useDraft(`order-question:${order.id}`);
  const [isOpen, setOpen] = useState(false);
  const closed = (order.questions ?? []).filter((question) => !question.isOpen);
  // A question that was refused keeps its text, although the customer can't be asked any more.
  const isFormVisible = draft !== null || (isOpen && order.canBeAsked === true);
  if (!order.canBeAsked && !isFormVisible && closed.length === 0) return null;
  return (
    <Section title="Questions to the customer" className="grid gap-4 *:mb-0">
      {closed.map((question) => (
        <div key={question.id} className="rounded-control bg-muted px-4 py-3">
          <QuestionTexts question={question} />
        </div>
      ))}
      {isFormVisible ? (
        <QuestionForm order={order} draft={draft ?? ''} onChange={setDraft} onClose={() => setOpen(false)} />
      ) : (
        order.canBeAsked && (
          <div>
            <Button variant="outline" onClick={() => setOpen(true)}>
              {findOpenQuestion(order) ? 'Ask something else' : 'Ask the customer'}
            </Button>
          </div>
        )
      )}
    </Section>
  );
}
