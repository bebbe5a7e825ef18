import { toMailtoLink } from '@shop/contracts-identity';
import { TEMPLATE_PLACEHOLDERS } from '@shop/contracts-order';
import { contactReplyRequestSchema, type DisplayedSubmissionDetail } from '@shop/contracts-support';
import { getErrorMessage, useIdempotencyKey, useLazyComponent, useSingleFlight } from '@shop/web-kit';
import { Button, Card, ErrorState, Field, StatusBadge, Textarea } from '@shop/web-ui';
import { Dialog, DrawerContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { Reply as ReplyIcon, Send } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { CustomerOrders } from '../customers/customer-orders.js';
import { LinkedText } from '../customers/linked-text.js';
import { ListSkeleton } from '../lists/admin-list.js';
import { Section } from '../orders/drawer/section.js';
import { RelativeTime } from '../relative-time.js';
import { findRowElement, OpenItemLink, useOpenedItem } from '../url-state.js';
import { Timeline } from '../timeline/timeline.js';
import { getChangeError } from '../failures.js';
import { useDraft, useSeenVersion } from '../forms.js';
import { requestQuery, useReply } from './requests.queries.js';
import { StatusActions } from './status-actions.js';

const messageSchema = contactReplyRequestSchema.shape.message;

/** Why a reply can't be sent as it is; undefined if it can. */
function findMistake(text: string): string | undefined {
  const parsed = messageSchema.safeParse(text);
  const left = TEMPLATE_PLACEHOLDERS.find((name) => text.includes(name));
  return parsed.error?.issues[0]?.message ?? (left && `Please replace ${left}: it is not known here`);
}

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
  const { version, handleError } = useSeenVersion(request.version);
  const sendOnce = useSingleFlight(reply);
  const getReplyId = useIdempotencyKey();
  const [validationError, setValidationError] = useState<string>();
  const textarea = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    textarea.current?.focus();
  }, []);

  /** Downloaded with the first reply, which works without it. */
  const { Component: ReplyTemplates } = useLazyComponent(
    () => import('./reply-templates.js').then((module) => module.ReplyTemplates),
    true,
  );
  /** Where the caret goes once the menu of templates is closed. */
  const caret = useRef<number>(undefined);
  /** At the cursor: a selected text stays, before it. */
  const insertTemplate = (template: string): void => {
    const at = textarea.current?.selectionEnd ?? text.length;
    caret.current = at + template.length;
    onText(text.slice(0, at) + template + text.slice(at));
  };
  const focusCaret = (): void => {
    textarea.current?.focus();
    if (caret.current !== undefined) textarea.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  };

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const mistake = findMistake(text);
    setValidationError(mistake);
    if (mistake !== undefined) return;
    const message = messageSchema.parse(text);
    sendOnce(
      {
        requestId: request.id,
        id: getReplyId(message),
        message,
        version,
      },
      {
        onSuccess: () => {
          onText(null);
          onClose();
        },
        onError: handleError,
      },
    );
  };

  const error = validationError ?? getChangeError(reply.error) ?? undefined;
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
      {ReplyTemplates && !reply.isPending && (
        <ReplyTemplates request={request} onChoose={insertTemplate} onClosed={focusCaret} />
      )}
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
function ReplyForm({ request }: { request: DisplayedSubmissionDetail }) {
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

function Reply({ reply }: { reply: DisplayedSubmissionDetail['replies'][number] }) {
  return (
    <li>
      <Card className="ml-6 bg-muted p-5 sm:ml-12">
        <p className="mb-2 text-sm text-muted-foreground [overflow-wrap:anywhere]">
          <bdi className="font-semibold text-foreground">{reply.author}</bdi> replied{' '}
          <RelativeTime at={reply.createdAt} />
        </p>
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {reply.message}
        </p>
      </Card>
    </li>
  );
}

/** The sender's orders: of the account, if the sender was signed in. */
function Sender({ request: { userId, email } }: { request: DisplayedSubmissionDetail }) {
  return (
    <Section title="Orders of the sender">
      <CustomerOrders customer={userId ? { userId } : { email }} />
      {userId && (
        <p className="mt-3">
          <OpenItemLink kind="user" id={userId} className="underline underline-offset-4">
            The sender’s account
          </OpenItemLink>
        </p>
      )}
    </Section>
  );
}

function RequestDetails({ request }: { request: DisplayedSubmissionDetail & { isFromList: boolean } }) {
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <StatusBadge status={request.status} />
        <div>
          <StatusActions request={request} />
        </div>
      </div>
      <Card className="p-5">
        <p className="mb-3 text-muted-foreground [overflow-wrap:anywhere]">
          <bdi className="font-semibold text-foreground">{request.name}</bdi>{' '}
          <a href={toMailtoLink(request.email)} className="underline underline-offset-4">
            {request.email}
          </a>{' '}
          <RelativeTime at={request.createdAt} className="before:mr-2 before:ml-1 before:content-['·']" />
        </p>
        <h3 dir="auto" className="mb-2 text-lg font-bold [overflow-wrap:anywhere]">
          <LinkedText text={request.subject} />
        </h3>
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          <LinkedText text={request.message} />
        </p>
      </Card>
      {request.replies.length > 0 && (
        <ol aria-label="Replies" className="grid gap-4">
          {request.replies.map((reply) => (
            <Reply key={reply.id} reply={reply} />
          ))}
        </ol>
      )}
      {!request.isFromList && <Sender request={request} />}
      {request.canBeReplied && <ReplyForm request={request} />}
      {request.isFromList ? (
        <p className="text-muted-foreground">This shop’s server has no replies and no timeline of its requests.</p>
      ) : (
        <Timeline entries={request.timeline} />
      )}
    </div>
  );
}

function RequestById({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: request, isPending, error, refetch } = useQuery(requestQuery(id));
  return (
    <Dialog open onOpenChange={onClose}>
      <DrawerContent title={request?.subject || 'Customer request'} returnFocusTo={() => findRowElement('request', id)}>
        {isPending && <ListSkeleton />}
        {request && <RequestDetails request={request} />}
        {!request && error && <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      </DrawerContent>
    </Dialog>
  );
}

/** The details of the request in the URL (`?request=id`). */
export function RequestDrawer() {
  const { id, close } = useOpenedItem('request');
  return id && <RequestById key={id} id={id} onClose={close} />;
}
