import { changeOrderNoteRequestSchema, type DisplayedAdminOrderDetail } from '@shop/contracts/order';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Textarea } from '@shop/web-ui';
import { useState, type FormEvent } from 'react';
import { useDraft } from '../../use-draft.js';
import { useNoteChange } from '../use-order-changes.js';

/** A note among admins. It is saved by its button; unsaved input survives closing the order. */
export function OrderNote({ order: { id, note } }: { order: DisplayedAdminOrderDetail }) {
  const [draft, setDraft] = useDraft(`order-note:${id}`);
  const [validationError, setValidationError] = useState<string>();
  const change = useNoteChange();
  const changeOnce = useSingleFlight(change);
  const saved = note ?? '';
  const text = draft ?? saved;
  const isChanged = text.trim() !== saved;

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = changeOrderNoteRequestSchema.safeParse({ note: text });
    setValidationError(parsed.error?.issues[0]?.message);
    if (parsed.success && isChanged) changeOnce({ id, note: parsed.data.note }, { onSuccess: () => setDraft(null) });
  };

  const error = validationError ?? (change.error ? getErrorMessage(change.error) : undefined);
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      <Field label="Note" hint="Among admins; the customer finds it in a download of their data" error={error}>
        <Textarea
          rows={3}
          value={text}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          readOnly={change.isPending}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="outline" size="sm" disabledFocusable={change.isPending || !isChanged}>
          {change.isPending ? 'Saving...' : 'Save Note'}
        </Button>
        {isChanged && !change.isPending && <span className="text-sm text-muted-foreground">Not saved yet</span>}
      </div>
    </form>
  );
}
