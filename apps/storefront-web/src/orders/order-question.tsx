import { answerQuestionRequestSchema, type DisplayedCustomerOrder, type OrderQuestion } from '@shop/contracts-order';
import { answerQuestion } from '@shop/contracts-order/routes';
import { api, getErrorMessage } from '@shop/web-kit';
import { Button, Card, Field, Textarea } from '@shop/web-ui';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import { getOrderHeading, useOrderChange } from './order-change.js';
import { type OrderAccess, toOrderCall } from './order.queries.js';

/** What was typed, with its question, which may be closed before the answer is sent. By the question's id. */
const draftsSchema = z.record(z.string(), z.object({ question: z.string(), answer: z.string() }));
type Drafts = z.infer<typeof draftsSchema>;

/** The unsent answers of this tab. They survive a reload. */
function useDrafts(orderId: string) {
  const name = `order-answers:${orderId}`;
  const [drafts, setDrafts] = useState<Drafts>(() => readDraft(name, draftsSchema) ?? {});
  const store = (change: (known: Drafts) => Drafts): void => {
    const next = change(readDraft(name, draftsSchema) ?? {});
    setDrafts(next);
    if (Object.keys(next).length > 0) saveDraft(name, next);
    else removeDraft(name);
  };
  return {
    drafts,
    keep: ({ id, text }: OrderQuestion, answer: string) =>
      store((known) => ({ ...known, [id]: { question: text, answer } })),
    remove: (id: string) => store(({ [id]: _, ...others }) => others),
  };
}

interface AnswerFormProps {
  access: OrderAccess;
  questionId: string;
  text: string;
  onChange: (text: string) => void;
  onSent: () => void;
  /** Why it can't be sent any more; then the text can only be read. */
  closedMessage: string | null;
}

/** An error keeps the text. */
function AnswerForm({ access, questionId, text, onChange, onSent, closedMessage }: AnswerFormProps) {
  const [validationError, setValidationError] = useState<string>();
  const { submitChange, isPending, error } = useOrderChange<string>({
    access,
    send: (answer) => api.call(answerQuestion, { ...toOrderCall(access), body: { questionId, answer } }),
    successToast: { title: 'Answer sent', description: 'Thank you. We look at it before we print your order.' },
    onDone: onSent,
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = answerQuestionRequestSchema.safeParse({ questionId, answer: text });
    setValidationError(parsed.error?.issues[0]?.message);
    if (parsed.success) submitChange(parsed.data.answer);
  };
  const handleRemove = (): void => {
    onSent();
    getOrderHeading()?.focus();
  };
  const message = validationError ?? (error ? getErrorMessage(error) : undefined);
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      {closedMessage && (
        <p role="alert" className="font-semibold text-pretty">
          {closedMessage}
        </p>
      )}
      <Field label={closedMessage ? 'What you wrote' : 'Your answer'} error={closedMessage ? undefined : message}>
        <Textarea
          rows={4}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          readOnly={isPending || closedMessage !== null}
        />
      </Field>
      <div>
        {closedMessage ? (
          <Button variant="outline" onClick={handleRemove} className="max-sm:w-full">
            Remove text
          </Button>
        ) : (
          <Button type="submit" disabledFocusable={isPending} className="max-sm:w-full">
            {isPending ? 'Sending...' : 'Send Answer'}
          </Button>
        )}
      </div>
    </form>
  );
}

const CLOSED =
  'We closed this question while you were writing, so your answer was not sent. If we should know it all the same, please write to us under Contact.';
const ANSWERED =
  'This question was answered in between, so this was not sent. If we should know it all the same, please write to us under Contact.';

interface QuestionProps {
  question: Pick<OrderQuestion, 'text' | 'answer'>;
  /** Null: nothing is left to write or to read. */
  form: AnswerFormProps | null;
}

function Question({ question: { text, answer }, form }: QuestionProps) {
  return (
    <Card className="mt-8 grid gap-5 p-6 sm:p-8" role="region" aria-label="Our question">
      <h2 className="font-display text-xl font-bold">Our question</h2>
      <p className="text-lg [overflow-wrap:anywhere] whitespace-pre-line">
        <bdi>{text}</bdi>
      </p>
      {answer !== null && (
        <div>
          <h3 className="text-sm text-muted-foreground">Your answer</h3>
          <p className="font-semibold [overflow-wrap:anywhere] whitespace-pre-line">
            <bdi>{answer}</bdi>
          </p>
        </div>
      )}
      {form && <AnswerForm {...form} />}
    </Card>
  );
}

/** The question was closed or answered elsewhere before this text was sent. The stream may report the answer before the response arrives. */
function getClosedMessage(question: OrderQuestion | undefined, text: string): string | null {
  if (!question) return CLOSED;
  return question.answer === null || question.answer === text.trim() ? null : ANSWERED;
}

interface Props {
  access: OrderAccess;
  customerOrder: DisplayedCustomerOrder;
}

/** What the shop asks about the order while the question is open, and what the customer wrote to one that was closed. */
export function OrderQuestions({ access, customerOrder: { question: open } }: Props) {
  const { drafts, keep, remove } = useDrafts(access.orderId);
  const unsent = Object.entries(drafts).filter(([id, { answer }]) => id !== open?.id && answer.trim() !== '');
  const questions: { id: string; text: string; answer: string | null }[] = [
    ...unsent.map(([id, { question }]) => ({ id, text: question, answer: null })),
    ...(open ? [open] : []),
  ];
  return questions.map((question) => {
    const { id } = question;
    const text = drafts[id]?.answer ?? '';
    const closedMessage = getClosedMessage(id === open?.id ? open : undefined, text);
    const isSettled = question.answer !== null && (text.trim() === '' || closedMessage === null);
    const form = {
      access,
      questionId: id,
      text,
      onChange: (answer: string) => open && keep(open, answer),
      onSent: () => remove(id),
      closedMessage,
    };
    return <Question key={id} question={question} form={isSettled ? null : form} />;
  });
}
