import { zodResolver } from '@hookform/resolvers/zod';
import { correctEmailRequestSchema } from '@shop/contracts-order';
import { correctOrderEmail } from '@shop/contracts-order/routes';
import { api, getErrorMessage } from '@shop/web-kit';
import { Field, Input } from '@shop/web-ui';
import { useForm } from 'react-hook-form';
import { ChangeDialog, getTooLateMessage, type OrderChangeProps, useOrderChange } from './order-change.js';

const FORM_ID = 'order-email';

/** Corrects the address of the order's emails. Only for the session that placed the order, not for the link in an email. */
export function CorrectEmail({ access, customerOrder, onClose }: OrderChangeProps) {
  const { submitChange, isPending, error } = useOrderChange<{ email: string }>({
    access,
    send: (body) => api.call(correctOrderEmail, { params: { orderId: access.orderId }, body }),
    successToast: { title: 'Email corrected', description: 'We write to the new address from now on.' },
    onDone: onClose,
  });
  const { register, handleSubmit, formState } = useForm<{ email: string }>({
    resolver: zodResolver(correctEmailRequestSchema),
    defaultValues: { email: customerOrder.order.email ?? '' },
  });
  return (
    <ChangeDialog
      title="Correct email"
      shape="dialog"
      isDirty={formState.isDirty}
      isPending={isPending}
      error={error && getErrorMessage(error)}
      tooLateMessage={getTooLateMessage(customerOrder)}
      save={{ form: FORM_ID }}
      onClose={onClose}
    >
      <form id={FORM_ID} noValidate onSubmit={(event) => void handleSubmit((body) => submitChange(body))(event)}>
        <Field label="Email" error={formState.errors.email?.message}>
          <Input type="email" autoComplete="email" readOnly={isPending} {...register('email')} />
        </Field>
      </form>
    </ChangeDialog>
  );
}
