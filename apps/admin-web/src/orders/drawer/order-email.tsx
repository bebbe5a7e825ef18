import { zodResolver } from '@hookform/resolvers/zod';
import { correctEmailRequestSchema, type DisplayedAdminOrderDetail } from '@shop/contracts/order';
import { toMailtoLink } from '@shop/contracts/identity';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useEmailCorrection } from '../orders.queries.js';

interface FormProps {
  order: DisplayedAdminOrderDetail;
  onClose: () => void;
}

function EmailForm({ order: { id, email, version }, onClose }: FormProps) {
  const change = useEmailCorrection();
  const changeOnce = useSingleFlight(change);
  const form = useForm<{ email: string }>({
    resolver: zodResolver(correctEmailRequestSchema),
    defaultValues: { email: email ?? '' },
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((body) => changeOnce({ id, version, ...body }, { onSuccess: onClose }));
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
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabledFocusable={change.isPending} onClick={onClose}>
          Keep Email
        </Button>
        <Button type="submit" disabledFocusable={change.isPending || !isDirty}>
          {change.isPending ? 'Saving...' : 'Save Email'}
        </Button>
      </div>
    </form>
  );
}

/** The email address of an order, which can be corrected as long as the order has one. */
export function OrderEmail({ order }: { order: DisplayedAdminOrderDetail & { isFromList: boolean } }) {
  const [isOpen, setOpen] = useState(false);
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
        <div className="mt-2">
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            Correct email
          </Button>
        </div>
      )}
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
