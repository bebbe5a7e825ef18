import { GIFT_MESSAGE_MAX } from '@shop/contracts-order';
import { Field, Textarea } from '@shop/web-ui';
import { ChevronDown, Gift } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { GiftMessage } from '../delivery/gift-message.js';
import { readDraft, removeDraft, saveDraft } from '../draft.js';

const NAME = 'gift-message';

export const removeGiftDraft = (): void => removeDraft(NAME);

/** The message survives a reload, as the address does. */
export function useGiftMessage(): [message: string, change: (message: string) => void] {
  const [message, setMessage] = useState(() => readDraft(NAME, z.string()) ?? '');
  return [
    message,
    (next) => {
      setMessage(next);
      saveDraft(NAME, next);
    },
  ];
}

interface Props {
  message: string;
  onChange: (message: string) => void;
  /** Why the server refused the message. */
  error: string | undefined;
  /** The address is confirmed. */
  isLocked: boolean;
  isSending: boolean;
}

/** Folded, because most orders are no gift. */
export function GiftPart({ message, onChange, error, isLocked, isSending }: Props) {
  const [wasFilled] = useState(message !== '');
  if (isLocked) return message.trim() && <GiftMessage message={message} className="mt-4" />;
  return (
    <details open={wasFilled || error !== undefined} className="group mt-5 rounded-control border-2 border-border">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <Gift aria-hidden className="size-5 shrink-0 text-primary-text" />
        This is a gift
        <ChevronDown aria-hidden className="ml-auto size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-3 px-4 pb-4">
        <p className="text-sm text-muted-foreground">No prices in the parcel.</p>
        <Field
          label="Message on the packing slip (optional)"
          error={error}
          hint={`${message.length} of ${GIFT_MESSAGE_MAX} characters`}
        >
          <Textarea
            name="giftMessage"
            rows={3}
            maxLength={GIFT_MESSAGE_MAX}
            readOnly={isSending}
            value={message}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      </div>
    </details>
  );
}
