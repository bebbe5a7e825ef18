import { contactReplyRequestSchema, type DisplayedSubmissionDetail } from '@shop/contracts/support';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Textarea } from '@shop/web-ui';
import { Reply as ReplyIcon, Send } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useDraft } from '../use-draft.js';
import { useIdempotencyKey } from '../use-idempotency-key.js';
import { useReply } from './use-request-changes.js';

const messageSchema = contactReplyRequestSchema.shape.message;

function ReplyEditor({
  request,
  text,
  onText,
  onClose,
}: {
  request: DisplayedSubmissionDetail;
  text: string;
  onText: (text: string | null) => void;
  onClose: () => void;
}) {
  const reply = useReply();
  const sendOnce = useSingleFlight(reply);
  const getReplyId = useIdempotencyKey();
  const [validationError, setValidationError] = useState<string>();
  const textarea = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    textarea.current?.focus();
  }, []);

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = messageSchema.safeParse(text);
    setValidationError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    sendOnce(
      {
        requestId: request.id,
        id: getReplyId(parsed.data),
        message: parsed.data,
        expectedReplyCount: request.replies.length,
      },
      {
        onSuccess: () => {
          onText(null);
          onClose();
        },
      },
    );
  };

  const error = validationError ?? (reply.error ? getErrorMessage(reply.error) : undefined);
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      <p className="text-muted-foreground [overflow-wrap:anywhere]">
        To <span className="font-semibold text-foreground">{request.email}</span>, subject{' '}
        <span className="font-semibold text-foreground">
          Re: <bdi>{request.subject}</bdi>
        </span>
      </p>
      <Field label="Your reply" error={error}>
        <Textarea
          ref={textarea}
          rows={8}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          readOnly={reply.isPending}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabledFocusable={reply.isPending}>
          <Send aria-hidden />
          {reply.isPending ? 'Sending...' : 'Send Reply'}
        </Button>
        <Button variant="ghost" disabledFocusable={reply.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/**
 * Opens an editor for a reply, which is emailed and marks the request as replied. The draft is stored until it is sent.
 */
export function ReplyForm({ request }: { request: DisplayedSubmissionDetail }) {
  const [draft, setDraft] = useDraft(`reply:${request.id}`);
  const [isOpen, setOpen] = useState(draft !== null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (isOpen)
    return <ReplyEditor request={request} text={draft ?? ''} onText={setDraft} onClose={() => setOpen(false)} />;
  return (
    <div>
      <Button ref={opener} onClick={() => setOpen(true)}>
        <ReplyIcon aria-hidden />
        Reply
      </Button>
    </div>
  );
}
