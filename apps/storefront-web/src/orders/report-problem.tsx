import {
  PROBLEM_KINDS,
  PROBLEM_NOT_REPORTABLE,
  PROBLEM_PHOTOS_MAX,
  type ReportProblemRequest,
} from '@shop/contracts-order';
import { reportProblem } from '@shop/contracts-order/routes';
import { api, getErrorMessage, useIdempotencyKey } from '@shop/web-kit';
import { Field, Textarea } from '@shop/web-ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AttachedPhotos } from '../photo-upload/attached-photos.js';
import { ChangeDialog, type OrderChangeProps, useOrderChange } from './order-change.js';
import { toOrderCall } from './order.queries.js';
import { ProblemItems } from './problem-items.js';
import { PROBLEM_LABELS } from './problem-texts.js';
import { RadioPills } from './radio-pills.js';
import { useProblemReport } from './use-problem-report.js';

const FORM_ID = 'order-problem';
const KINDS = PROBLEM_KINDS.map((kind) => ({ value: kind, label: PROBLEM_LABELS[kind] }));
const LABELS = {
  save: 'Send Report',
  saving: 'Sending...',
  discard: 'Your report is not sent. Discard it?',
};

/** Focuses the first field with an error after each attempt. */
function useFocusOnError(attempts: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return form;
}

/** Reports a problem with what was sent. An error keeps all that was written, and a reload too. */
export function ReportProblem({ access, customerOrder: { order, problems }, onClose }: OrderChangeProps) {
  const { items } = order;
  const { report, change, photos, addPhotos, removePhoto, isDirty, errors, request, discardDraft } = useProblemReport(
    order.id,
    items,
  );
  const [attempts, setAttempts] = useState(0);
  const form = useFocusOnError(attempts);
  const getIdempotencyKey = useIdempotencyKey();
  const discardAndClose = (): void => {
    discardDraft();
    onClose();
  };
  const { submitChange, isPending, error } = useOrderChange<ReportProblemRequest>({
    access,
    send: (body) =>
      api.call(reportProblem, {
        ...toOrderCall(access, { 'idempotency-key': getIdempotencyKey(body) }),
        body,
      }),
    successToast: { title: 'Problem reported', description: 'We look at it, and answer here and by email.' },
    onDone: discardAndClose,
  });
  const displayedErrors = attempts > 0 ? errors : {};
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (request) submitChange(request);
    else setAttempts(attempts + 1);
  };

  return (
    <ChangeDialog
      title="Report a problem"
      description="Tell us what is wrong. We look at it, and answer on this page and by email."
      shape="dialog"
      isDirty={isDirty}
      isPending={isPending}
      error={error && getErrorMessage(error)}
      tooLateMessage={problems?.canReport || isPending ? null : PROBLEM_NOT_REPORTABLE}
      save={{ form: FORM_ID }}
      labels={LABELS}
      onClose={discardAndClose}
    >
      <form id={FORM_ID} ref={form} noValidate onSubmit={handleSubmit} className="grid gap-6">
        <ProblemItems
          items={items}
          quantities={report.quantities}
          isPending={isPending}
          error={displayedErrors.items}
          onChange={(quantities) => change({ quantities })}
        />
        <RadioPills
          legend="What is wrong?"
          name="problem-kind"
          options={KINDS}
          chosen={report.kind}
          isPending={isPending}
          error={displayedErrors.kind}
          onChoose={(kind) => change({ kind })}
        />
        <Field label="What happened" error={displayedErrors.text}>
          <Textarea
            rows={4}
            value={report.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            readOnly={isPending}
          />
        </Field>
        <AttachedPhotos
          max={PROBLEM_PHOTOS_MAX}
          label="Photos"
          hint={`Up to ${PROBLEM_PHOTOS_MAX}, if they help us to understand it. PNG or JPEG; only you and we see them.`}
          inputLabel="Photos of the problem"
          photos={photos}
          onAdd={addPhotos}
          onRemove={removePhoto}
          isPending={isPending}
          error={displayedErrors.photos}
        />
      </form>
    </ChangeDialog>
  );
}
