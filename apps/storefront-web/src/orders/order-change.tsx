import {
  type ChangeOrderItemRequest,
  type DisplayedCustomerOrder,
  ORDER_BEING_PRINTED,
  ORDER_CANCELLED,
  ORDER_ON_HOLD,
} from '@shop/contracts-order';
import { changeOrderItem } from '@shop/contracts-order/routes';
import { api, clearToasts, isOutdated, toast, type ToastContent, useSingleFlight } from '@shop/web-kit';
import { Button, cn, Spinner } from '@shop/web-ui';
import { Dialog, DialogContent, DrawerContent } from '@shop/web-ui/dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCodeGate } from './code-gate.js';
import { customerOrderQuery, type OrderAccess, setCustomerOrder, toOrderCall } from './order.queries.js';

/** Props of every dialog that changes an order. */
export interface OrderChangeProps {
  access: OrderAccess;
  customerOrder: DisplayedCustomerOrder;
  onClose: () => void;
}

/** Why the order can no longer be changed; null while it can. */
export function getTooLateMessage({
  order,
  changeableUntil,
  isOutOfStock,
  question,
  isPaymentUnderReview,
  parcelReturn,
}: Pick<
  DisplayedCustomerOrder,
  'order' | 'changeableUntil' | 'isOutOfStock' | 'question' | 'isPaymentUnderReview' | 'parcelReturn'
>): string | null {
  if (order.status === 'cancelled') return ORDER_CANCELLED;
  if (changeableUntil !== null || isOutOfStock || question || parcelReturn) return null;
  return isPaymentUnderReview ? ORDER_ON_HOLD : ORDER_BEING_PRINTED;
}

/** Changes the placement, or size and colour. */
export function sendItemChange(
  access: OrderAccess,
  itemId: string,
  body: ChangeOrderItemRequest,
): Promise<DisplayedCustomerOrder> {
  const { params, ...call } = toOrderCall(access);
  return api.call(changeOrderItem, { ...call, params: { ...params, itemId }, body });
}

interface OrderChange<Change> {
  access: OrderAccess;
  send: (change: Change) => Promise<DisplayedCustomerOrder>;
  /** The toast after a successful change. */
  successToast: ToastContent | ((changed: DisplayedCustomerOrder) => ToastContent);
  onDone: () => void;
}

/** Sends one change of an order at a time, with a code if one is needed. The dialog shows `error`; there is no error toast. */
export function useOrderChange<Change>({ access, send, successToast, onDone }: OrderChange<Change>) {
  const queryClient = useQueryClient();
  const sendWithCode = useCodeGate();
  const mutation = useMutation({
    mutationFn: (change: Change) => sendWithCode(() => send(change)),
    onMutate: clearToasts,
    onSuccess: (customerOrder) => {
      setCustomerOrder(queryClient, customerOrder);
      toast(typeof successToast === 'function' ? successToast(customerOrder) : successToast);
      onDone();
    },
    onError: (error) => {
      // The order differs from the displayed one: its change window is over, or it was changed elsewhere.
      if (isOutdated(error)) void queryClient.invalidateQueries({ queryKey: customerOrderQuery(access).queryKey });
    },
  });
  return { submitChange: useSingleFlight(mutation), isPending: mutation.isPending, error: mutation.error };
}

interface DialogLabels {
  save: string;
  saving: string;
  /** Asked before input is discarded. */
  discard: string;
}

const CHANGE_LABELS: DialogLabels = {
  save: 'Save Changes',
  saving: 'Saving...',
  discard: 'Your changes are not saved. Discard them?',
};

interface Props {
  title: string;
  description?: ReactNode;
  /** `drawer` is large enough for a picture with controls. */
  shape: 'dialog' | 'drawer';
  isDirty: boolean;
  /** Something is still to be chosen, so it cannot be saved. */
  isIncomplete?: boolean;
  isPending: boolean;
  /** Why the last attempt failed. */
  error: string | null;
  /**
   * Why the order can no longer be changed, if its change window ended or it was cancelled while the dialog was open.
   */
  tooLateMessage: string | null;
  /** The form that Save submits, or the handler of Save. */
  save: { form: string } | { onSave: () => void };
  labels?: DialogLabels;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before unsaved changes are discarded. */
function DiscardConfirmation({
  question,
  onKeep,
  onDiscard,
}: {
  question: string;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <div role="group" aria-labelledby="discard-question" className="flex flex-wrap items-center justify-end gap-3">
      <p id="discard-question" role="alert" className="mr-auto font-semibold">
        {question}
      </p>
      <Button variant="outline" autoFocus onClick={onKeep}>
        Keep Editing
      </Button>
      <Button variant="destructive" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}

function SaveButton({
  save,
  labels,
  isPending,
  isDisabled,
}: Pick<Props, 'save' | 'isPending'> & { labels: DialogLabels; isDisabled: boolean }) {
  const buttonProps = 'form' in save ? { type: 'submit' as const, form: save.form } : { onClick: save.onSave };
  return (
    <Button {...buttonProps} disabledFocusable={isDisabled || isPending}>
      {isPending && <Spinner />}
      {isPending ? labels.saving : labels.save}
    </Button>
  );
}

/** In a drawer the footer is sticky, unless the window is too low. */
const FOOTER_CLASSES: Record<Props['shape'], string> = {
  dialog: 'mt-7',
  drawer:
    'bottom-0 z-20 -mx-4 -mb-6 border-t border-border bg-card px-4 py-4 sm:-mx-8 sm:-mb-8 sm:px-8 [@media(min-height:32rem)]:sticky',
};

/** Receives the focus if the button that opened the dialog was removed at the end of the change window. */
export const getOrderHeading = (): HTMLElement | null => document.getElementById('order-heading');

/** A dialog for one change of an order. It asks before it discards input and shows errors in place. */
export function ChangeDialog({
  title,
  description,
  shape,
  isDirty,
  isIncomplete = false,
  isPending,
  error,
  tooLateMessage,
  save,
  labels = CHANGE_LABELS,
  onClose,
  children,
}: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const Content = shape === 'drawer' ? DrawerContent : DialogContent;
  const message = tooLateMessage ?? error;
  const handleClose = (): void => {
    if (isPending) return;
    if (isDirty && tooLateMessage === null) setIsAsking(true);
    else onClose();
  };
  return (
    <Dialog open onOpenChange={handleClose}>
      <Content
        title={title}
        description={description}
        className={shape === 'drawer' ? 'max-w-6xl' : undefined}
        returnFocusTo={getOrderHeading}
      >
        {children}
        <footer className={cn('flex flex-col gap-3', FOOTER_CLASSES[shape])}>
          {message && (
            <p role="alert" className="font-semibold text-destructive-text">
              {message}
            </p>
          )}
          {isAsking ? (
            <DiscardConfirmation question={labels.discard} onKeep={() => setIsAsking(false)} onDiscard={onClose} />
          ) : (
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="outline" disabledFocusable={isPending} onClick={handleClose}>
                {tooLateMessage === null ? 'Cancel' : 'Close'}
              </Button>
              {tooLateMessage === null && (
                <SaveButton save={save} labels={labels} isPending={isPending} isDisabled={!isDirty || isIncomplete} />
              )}
            </div>
          )}
        </footer>
      </Content>
    </Dialog>
  );
}
