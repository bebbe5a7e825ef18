import { zodResolver } from '@hookform/resolvers/zod';
import { formatDollars } from '@shop/contracts/common';
import type { DisplayedAdminOrderDetail } from '@shop/contracts/order';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useIdempotencyKey } from '../../use-idempotency-key.js';
import { createRefundFormSchema, getRefundLabel, type RefundForm } from '../refund-form.rules.js';
import { useRefund } from '../use-order-changes.js';

interface FormProps {
  order: DisplayedAdminOrderDetail;
  onClose: () => void;
}

function RefundFields({ order: { id, payment }, onClose }: FormProps) {
  const refund = useRefund();
  const refundOnce = useSingleFlight(refund);
  const getIdempotencyKey = useIdempotencyKey();
  const form = useForm<RefundForm>({
    resolver: zodResolver(createRefundFormSchema(payment.refundable)),
    defaultValues: { amount: payment.refundable, reason: '' },
  });
  const amount = useWatch({ control: form.control, name: 'amount' });
  const { errors } = form.formState;
  const submit = form.handleSubmit((fields) =>
    refundOnce({ id, key: getIdempotencyKey(fields), ...fields }, { onSuccess: onClose }),
  );
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Amount" hint={`At most ${formatDollars(payment.refundable)}`} error={errors.amount?.message}>
        <Input inputMode="decimal" autoComplete="off" readOnly={refund.isPending} {...form.register('amount')} />
      </Field>
      <Field label="Reason" hint="For the shop; the customer does not read it" error={errors.reason?.message}>
        <Input autoComplete="off" readOnly={refund.isPending} {...form.register('reason')} />
      </Field>
      {refund.error && (
        <p role="alert" className="text-destructive-text">
          {getErrorMessage(refund.error)}
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        The order itself goes on, unless all of its money goes back before it is at the printer: then it is cancelled.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabledFocusable={refund.isPending} onClick={onClose}>
          Keep the Money
        </Button>
        <Button type="submit" variant="destructive" disabledFocusable={refund.isPending}>
          {refund.isPending ? 'Giving back...' : getRefundLabel(payment.refundable, amount)}
        </Button>
      </div>
    </form>
  );
}

/** Refunds a part of the payment, or all that is left of it. */
export function OrderRefund({ order }: { order: DisplayedAdminOrderDetail }) {
  const [isOpen, setOpen] = useState(false);
  if (Number(order.payment.refundable) === 0) return null;
  return (
    <div>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Refund
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        {isOpen && (
          <DialogContent
            title={`Refund order ${order.orderNumber}`}
            description="The customer gets this amount back by the way it was paid, and a letter that says so. It can't be undone."
          >
            <RefundFields order={order} onClose={() => setOpen(false)} />
          </DialogContent>
        )}
      </Dialog>
    </div>
  );
}
