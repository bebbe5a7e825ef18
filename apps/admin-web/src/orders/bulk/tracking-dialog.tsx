import type { DisplayedBulkActionPreview, StartBulkActionRequest } from '@shop/contracts-order';
import { getErrorMessage, useIdempotencyKey, useSingleFlight } from '@shop/web-kit';
import { Button, Field, FormError, Input, Textarea } from '@shop/web-ui';
import { DialogContent } from '@shop/web-ui/dialog';
import { Upload } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useMemo, useRef, useState } from 'react';
import { useBulkPreview, useBulkStart } from './bulk.queries.js';
import { OrderNote, OrderNotes } from './order-notes.js';
import {
  decodeFile,
  FILE_MAX_BYTES,
  FILE_TOO_LARGE,
  FILE_UNREADABLE,
  keepLines,
  listSharedNumbers,
  readTrackingLines,
  type TrackingLine,
} from './tracking-lines.rules.js';

/** What is not sent yet stays while the page is open, also after the dialog is closed. */
const draft = { text: '', carrier: '' };

/** With what the shop knows of the orders. `answers`: of the lines without a problem, in their order. */
function addAnswers(lines: readonly TrackingLine[], answers: readonly DisplayedBulkActionPreview[]): TrackingLine[] {
  const rest = [...answers];
  return lines.map((line) => (line.problem === null ? { ...line, problem: rest.shift()?.problem ?? null } : line));
}

const toRequest = (lines: readonly TrackingLine[]): StartBulkActionRequest => ({
  kind: 'set-tracking',
  parcels: lines.map(({ orderNumber, carrier, number }) => ({ orderNumber, carrier, number })),
});

const countLines = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`;

function Problems({ lines }: { lines: readonly TrackingLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p>{countLines(lines.length)} will not be sent, and will stay here:</p>
      <OrderNotes label="Lines with a problem">
        {lines.map(({ line, problem }) => (
          <OrderNote key={line} before={`Line ${line}:`}>
            {problem}
          </OrderNote>
        ))}
      </OrderNotes>
    </div>
  );
}

const LIST = new Intl.ListFormat('en');

/** Two orders may be in one parcel, so these lines are sent. */
function SharedNumbers({ lines }: { lines: readonly TrackingLine[] }) {
  return listSharedNumbers(lines).map((shared) => (
    <p key={shared[0]}>
      Lines {LIST.format(shared.map(String))} have the same tracking number. Are they in one parcel?
    </p>
  ));
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file) onFile(file);
    // The same file may be chosen again.
    currentTarget.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-label="CSV file"
        tabIndex={-1}
        className="sr-only"
        onChange={handleChange}
      />
      <Button type="button" variant="outline" onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        Add a CSV file
      </Button>
    </>
  );
}

interface Props {
  onStarted: (id: string) => void;
  onClose: () => void;
}

/** Checks pasted lines, or those of a file, and sends those without a problem. */
export function TrackingDialog({ onStarted, onClose }: Props) {
  const [text, setText] = useState(draft.text);
  const [carrier, setCarrier] = useState(draft.carrier);
  const [fileError, setFileError] = useState<string | null>(null);
  const preview = useBulkPreview();
  const start = useBulkStart();
  const startOnce = useSingleFlight(start);
  const getKey = useIdempotencyKey();
  const read = useMemo(() => readTrackingLines(text, carrier), [text, carrier]);
  const lines = preview.data ? addAnswers(read, preview.data) : read;
  const ready = lines.filter(({ problem }) => problem === null);
  const others = lines.filter(({ problem }) => problem !== null);
  const isChecked = preview.data !== undefined;

  const change = (next: Partial<typeof draft>): void => {
    Object.assign(draft, next);
    setText(draft.text);
    setCarrier(draft.carrier);
    preview.reset();
    start.reset();
  };
  const addFile = async (file: File): Promise<void> => {
    setFileError(file.size > FILE_MAX_BYTES ? FILE_TOO_LARGE : null);
    if (file.size > FILE_MAX_BYTES) return;
    const bytes = await file.arrayBuffer().catch(() => null);
    if (!bytes) {
      setFileError(FILE_UNREADABLE);
      return;
    }
    const added = decodeFile(bytes).replace(/^\uFEFF/, '');
    change({ text: draft.text.trim() ? `${draft.text.trimEnd()}\n${added}` : added });
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready.length === 0) return;
    const request = toRequest(ready);
    if (!isChecked) {
      preview.mutate(request);
      return;
    }
    startOnce(
      { key: getKey(request), request },
      {
        onSuccess: ({ id }) => {
          draft.text = keepLines(text, others);
          onStarted(id);
        },
      },
    );
  };
  const error = preview.error ?? start.error;

  return (
    <DialogContent
      title="Tracking numbers"
      description="Orders in processing become shipped, and their customers get an email."
      className="max-w-2xl"
    >
      <form noValidate className="grid gap-4" onSubmit={handleSubmit}>
        <Field
          label="Lines"
          hint="Order number, tracking number, carrier: separated by commas, semicolons or tabs, as in a CSV file"
          error={fileError ?? undefined}
        >
          <Textarea
            rows={8}
            spellCheck={false}
            value={text}
            placeholder="PA-7K3M9QX2TV, 1Z999AA10123456784, UPS"
            className="font-mono text-sm"
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        </Field>
        <div className="flex flex-wrap items-end gap-4">
          <Field label="Carrier of lines without one" className="min-w-48 flex-1">
            <Input
              autoComplete="off"
              value={carrier}
              onChange={({ currentTarget }) => change({ carrier: currentTarget.value })}
            />
          </Field>
          <FileButton onFile={(file) => void addFile(file)} />
        </div>
        <div role="status" className="grid gap-3">
          {lines.length > 0 && (
            <p className="font-semibold">
              {isChecked
                ? `${countLines(ready.length)} of ${lines.length} can be sent.`
                : `${countLines(ready.length)} of ${lines.length} can be checked.`}
            </p>
          )}
          <SharedNumbers lines={lines} />
          <Problems lines={others} />
        </div>
        <FormError message={error && getErrorMessage(error)} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabledFocusable={ready.length === 0 || preview.isPending || start.isPending}>
            {isChecked
              ? start.isPending
                ? 'Sending...'
                : `Send ${countLines(ready.length)}`
              : preview.isPending
                ? 'Checking...'
                : 'Check'}
          </Button>
        </div>
      </form>
    </DialogContent>
  );
}
