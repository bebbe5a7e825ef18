import { zodResolver } from '@hookform/resolvers/zod';
import { correctEmailRequestSchema, type DisplayedAdminOrderDetail } from '@shop/contracts-order';
import { toMailtoLink } from '@shop/contracts-identity';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, Field, FormError, Input } from '@shop/web-ui';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { SavedNow } from '../../failures.js';
import { useSeenVersion } from '../../forms.js';
import { Permitted } from '../../session/permitted.js';
import { useEmailCorrection, useLinkEnding } from '../orders.queries.js';

interface FormProps {
  order: DisplayedAdminOrderDetail;
  onClose: () => void;
}

function EmailForm({ order: { id, email, nextStatuses, version: newest }, onClose }: FormProps) {
  const { version, handleError } = useSeenVersion(newest);
  const change = useEmailCorrection();
  const changeOnce = useSingleFlight(change);
  const form = useForm<{ email: string }>({
    resolver: zodResolver(correctEmailRequestSchema),
    defaultValues: { email: email ?? '' },
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((body) =>
    changeOnce({ id, version, ...body }, { onSuccess: onClose, onError: handleError }),
  );
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="off" readOnly={change.isPending} {...form.register('email')} />
      </Field>
      {change.error && (
        <p role="alert" className="text-destructive-text">
          {getErrorMessage(change.error)}
        </p>
      )}
      <SavedNow error={change.error} value={email}>
        <p className="font-semibold">{email}</p>
      </SavedNow>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabledFocusable={change.isPending} onClick={onClose}>
          Keep Email
        </Button>
        <Permitted permission={nextStatuses.includes('cancelled') ? 'refund' : undefined}>
          <Button type="submit" disabledFocusable={change.isPending || !isDirty}>
            {change.isPending ? 'Saving...' : 'Save Email'}
          </Button>
        </Permitted>
      </div>
    </form>
  );
}

function EndLinks({ order: { id, orderNumber, version: newest }, onClose }: FormProps) {
  const { version, handleError } = useSeenVersion(newest);
  const end = useLinkEnding();
  const endOnce = useSingleFlight(end);
  return (
    <AlertDialog open onOpenChange={() => !end.isPending && onClose()}>
      <AlertDialogContent
        title={`End the links of order ${orderNumber}?`}
        description="For an email that got into wrong hands. The link in every email so far ends, and so do the codes for changes. No email is sent: Send again, under Emails, sends the new link. If the address is wrong, correct it instead: that ends its links too."
      >
        <FormError className="mb-4" message={end.error && getErrorMessage(end.error)} />
        <div className="flex flex-wrap justify-end gap-3">
          <AlertDialogCancel asChild>
            <Button variant="outline" disabledFocusable={end.isPending}>
              Keep Links
            </Button>
          </AlertDialogCancel>
          <Button
            variant="destructive"
            disabledFocusable={end.isPending}
            onClick={() => endOnce({ id, version }, { onSuccess: onClose, onError: handleError })}
          >
            {end.isPending ? 'Ending...' : 'End Links'}
          </Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** The email address of an order, which can be corrected as long as the order has one, and the links that went there. */
export function OrderEmail({ order }: { order: DisplayedAdminOrderDetail & { isFromList: boolean } }) {
  const [isOpen, setOpen] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const { email, anonymisedAt, isFromList } = order;
  if (!email && (anonymisedAt || isFromList)) return null;
  return (
    <div className="mt-2">
      {email && (
        <a href={toMailtoLink(email)} className="inline-block break-all underline underline-offset-4">
          {email}
        </a>
      )}
      {!isFromList && !anonymisedAt && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            Correct email
          </Button>
          {email && (
            <Button variant="outline" size="sm" onClick={() => setEnding(true)}>
              End links
            </Button>
          )}
        </div>
      )}
      {isEnding && <EndLinks order={order} onClose={() => setEnding(false)} />}
      <Dialog open={isOpen} onOpenChange={setOpen}>
        {isOpen && (
          <DialogContent
            title={`Correct email of order ${order.orderNumber}`}
            description="Emails that wait or were refused go to the new address, and so does the confirmation. The old address gets nothing more, and its link ends."
          >
            <EmailForm order={order} onClose={() => setOpen(false)} />
          </DialogContent>
        )}
      </Dialog>
    </div>
  );
}
