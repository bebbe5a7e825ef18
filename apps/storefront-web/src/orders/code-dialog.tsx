import { zodResolver } from '@hookform/resolvers/zod';
import { type ConfirmOrderCodeRequest, confirmOrderCodeRequestSchema, ORDER_CODE } from '@shop/contracts-order';
import { confirmOrderCode, sendOrderCode } from '@shop/contracts-order/routes';
import { api, getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, Field, FormError, Input, Spinner } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import { type OrderAccess, setCustomerOrder, toOrderCall } from './order.queries.js';

const { opensMinutes, validMinutes } = ORDER_CODE;

/** Until when the sent code is valid. Survives a reload: on a phone, the way to the email and back may cost the page. */
function useSentCode(orderId: string) {
  const draftName = `order-code:${orderId}`;
  const [sentUntil, setSentUntil] = useState(() => {
    const stored = readDraft(draftName, z.string());
    return stored !== null && Date.parse(stored) > Date.now() ? stored : null;
  });
  const storeSent = (expiresAt: string): void => {
    saveDraft(draftName, expiresAt);
    setSentUntil(expiresAt);
  };
  return { isSent: sentUntil !== null, storeSent, forgetSent: () => removeDraft(draftName) };
}

interface CodeFormProps {
  access: OrderAccess;
  isSending: boolean;
  onSendAgain: (onSent: () => void) => void;
  onEntered: () => void;
}

function CodeForm({ access, isSending, onSendAgain, onEntered }: CodeFormProps) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, reset, setFocus, formState } = useForm<ConfirmOrderCodeRequest>({
    resolver: zodResolver(confirmOrderCodeRequestSchema),
    defaultValues: { code: '' },
  });
  const confirmation = useMutation({
    mutationFn: (body: ConfirmOrderCodeRequest) => api.call(confirmOrderCode, { ...toOrderCall(access), body }),
    onSuccess: (customerOrder) => {
      setCustomerOrder(queryClient, customerOrder);
      onEntered();
    },
    onError: () => setFocus('code', { shouldSelect: true }),
  });
  const confirmOnce = useSingleFlight(confirmation);
  const startAgain = (): void => {
    reset();
    confirmation.reset();
    setFocus('code');
  };
  const isBusy = confirmation.isPending || isSending;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void handleSubmit((body) => confirmOnce(body))(event)}
    >
      <Field
        label="Code"
        hint={`Six digits, valid for ${validMinutes} minutes. Nothing after a minute? Look among unwanted emails too.`}
        error={formState.errors.code?.message ?? (confirmation.error ? getErrorMessage(confirmation.error) : undefined)}
      >
        <Input
          {...register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          readOnly={confirmation.isPending}
          className="max-w-48 text-2xl tracking-[0.25em] tabular-nums"
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" disabledFocusable={isBusy} onClick={() => onSendAgain(startAgain)}>
          {isSending ? 'Sending...' : 'Send another code'}
        </Button>
        <Button type="submit" disabledFocusable={isBusy}>
          {confirmation.isPending && <Spinner />}
          {confirmation.isPending ? 'Checking...' : 'Continue'}
        </Button>
      </div>
    </form>
  );
}

interface Props {
  access: OrderAccess;
  /** A server need not send it. */
  email: string | null | undefined;
  onEntered: () => void;
  onClose: () => void;
}

/** Sends a code to the order's email address, and takes it. */
export function CodeDialog({ access, email, onEntered, onClose }: Props) {
  const { isSent, storeSent, forgetSent } = useSentCode(access.orderId);
  const address = email ? (
    <strong className="[overflow-wrap:anywhere]">{email}</strong>
  ) : (
    'the email address of the order'
  );
  const sending = useMutation({
    mutationFn: () => api.call(sendOrderCode, toOrderCall(access)),
    onSuccess: ({ expiresAt }) => storeSent(expiresAt),
  });
  const sendOnce = useSingleFlight(sending);
  const handleEntered = (): void => {
    forgetSent();
    onEntered();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Is this your order?"
        description={
          isSent ? (
            <>
              We’ve sent a code to {address}. Enter it, and you can change this order for {opensMinutes} minutes.
            </>
          ) : (
            <>
              The link of an email only shows the order. To change it in this browser, enter a code that we send to{' '}
              {address}.
            </>
          )
        }
      >
        <div className="flex flex-col gap-5">
          {isSent ? (
            <CodeForm
              access={access}
              isSending={sending.isPending}
              onSendAgain={(onSent) => sendOnce(undefined, { onSuccess: onSent })}
              onEntered={handleEntered}
            />
          ) : (
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="outline" onClick={onClose}>
                Not now
              </Button>
              <Button disabledFocusable={sending.isPending} onClick={() => sendOnce()}>
                {sending.isPending && <Spinner />}
                {sending.isPending ? 'Sending...' : 'Send me a code'}
              </Button>
            </div>
          )}
          <FormError message={sending.error && getErrorMessage(sending.error)} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
