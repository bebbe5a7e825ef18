import { zodResolver } from '@hookform/resolvers/zod';
import type { DisplayedOwnOrder } from '@shop/contracts-order';
import { listOrders } from '@shop/contracts-order/routes';
import { sendContactRequest } from '@shop/contracts-support/routes';
import {
  contactRequestSchema,
  FORM_OPEN_HEADER,
  FORM_OPEN_MIN_MS,
  FORM_WEBSITE_HEADER,
  SUBJECT_MAX,
  type ContactRequest,
} from '@shop/contracts-support';
import {
  api,
  formatShortDate,
  getErrorMessage,
  queryKeys,
  toast,
  useCurrentUser,
  useIdempotencyKey,
  useSingleFlight,
} from '@shop/web-kit';
import { Button, Field, Input, Select, Textarea, FormError } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type Ref } from 'react';
import { useForm } from 'react-hook-form';

/**
 * A hidden field that only robots fill in: people do not see it, screen readers and the keyboard skip it, and browsers
 * do not autofill inert fields.
 */
const HoneypotField = ({ ref }: { ref: Ref<HTMLInputElement> }) => (
  <div className="sr-only" aria-hidden inert>
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" ref={ref} />
    </label>
  </div>
);

/**
 * Measures how long the form has been open since it was last empty; closing and reopening it with input does not
 * restart it. The server rejects forms that were filled in quicker than people can, so a quick submit waits here first.
 */
function useFormAge(open: boolean) {
  const openedAtMs = useRef<number | null>(null);
  useEffect(() => {
    if (open) openedAtMs.current ??= performance.now();
  }, [open]);

  return {
    /** Resolves with the age in milliseconds once it is at least the minimum. */
    async waitForMinimumMs(): Promise<number> {
      const startMs = (openedAtMs.current ??= performance.now());
      const getAgeMs = (): number => Math.round(performance.now() - startMs);
      if (getAgeMs() < FORM_OPEN_MIN_MS)
        await new Promise((resolve) => setTimeout(resolve, FORM_OPEN_MIN_MS - getAgeMs()));
      // A timer may fire a moment early.
      return Math.max(getAgeMs(), FORM_OPEN_MIN_MS);
    },
    reset(): void {
      openedAtMs.current = null;
    },
  };
}

interface ContactDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const EMPTY: ContactRequest = { name: '', email: '', subject: '', message: '' };

/** Orders in the choice, newest first. */
const ORDERS_MAX = 20;

/** The admins' list of requests shows the subject and links order numbers. A long one leaves the number to the message. */
function withOrder({ subject, message, ...request }: ContactRequest, orderNumber: string): ContactRequest {
  if (orderNumber === '' || `${subject} ${message}`.includes(orderNumber)) return { ...request, subject, message };
  const named = `Order ${orderNumber}: ${subject}`;
  return named.length <= SUBJECT_MAX
    ? { ...request, subject: named, message }
    : { ...request, subject, message: `${message}\n\nOrder ${orderNumber}` };
}

/** The customer's orders. None while they can't be loaded: the form works without them. */
function useOwnOrders(isEnabled: boolean): readonly DisplayedOwnOrder[] {
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.orders, 'contact'],
    queryFn: ({ signal }) => api.call(listOrders, { query: { limit: ORDERS_MAX }, signal }),
    enabled: isEnabled,
    retry: false,
  });
  return data;
}

function OrderChoice({
  orders,
  value,
  onChange,
}: {
  orders: readonly DisplayedOwnOrder[];
  value: string;
  onChange: (orderNumber: string) => void;
}) {
  if (orders.length === 0) return null;
  return (
    <Field label="About an order (optional)">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">No order</option>
        {orders.map(({ id, orderNumber, createdAt }) => (
          <option key={id} value={orderNumber}>
            {orderNumber}, {formatShortDate(createdAt)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function ContactDialog({ open, onOpenChange }: ContactDialogProps) {
  // The form state outlives the dialog's content, so unsent input survives when the dialog closes.
  const form = useForm({ resolver: zodResolver(contactRequestSchema), defaultValues: EMPTY });
  const { errors } = form.formState;
  const { user } = useCurrentUser();
  const orders = useOwnOrders(open && user !== null);
  const [orderNumber, setOrderNumber] = useState('');
  const fillIn = useEffectEvent(() => {
    if (!user) return;
    const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
    for (const [field, value] of [
      ['name', name],
      ['email', user.email],
    ] as const)
      if (form.getValues(field) === '') form.setValue(field, value);
  });
  const lastEmail = useRef(user?.email);
  const forgetLastUser = useEffectEvent(() => {
    if (lastEmail.current !== undefined && lastEmail.current !== user?.email && !open) {
      form.reset(EMPTY);
      setOrderNumber('');
    }
    lastEmail.current = user?.email;
  });
  // After a sign-out the next person at this browser sees nothing of the last one.
  useEffect(() => {
    forgetLastUser();
  }, [user?.email]);
  useEffect(() => {
    if (open) fillIn();
  }, [open, user?.email]);
  const honeypot = useRef<HTMLInputElement>(null);
  const age = useFormAge(open);
  const getIdempotencyKey = useIdempotencyKey();
  const send = useMutation({
    mutationFn: async ({ name, email, subject, message }: ContactRequest) => {
      const fillsHoneypot = Boolean(honeypot.current?.value);
      const body = withOrder({ name, email, subject, message }, orderNumber);
      const headers = {
        'idempotency-key': getIdempotencyKey(body),
        [FORM_OPEN_HEADER]: String(await age.waitForMinimumMs()),
        // The text itself could be any Unicode, which a header can't carry.
        ...(fillsHoneypot && { [FORM_WEBSITE_HEADER]: 'filled-in' }),
      };
      return api.call(sendContactRequest, { body, headers });
    },
    onSuccess: () => {
      getIdempotencyKey.forget();
      age.reset();
      form.reset(EMPTY);
      setOrderNumber('');
      onOpenChange(false);
      toast({ title: 'Message sent!', description: "We'll get back to you soon." });
    },
    onError: () =>
      toast({ title: 'Error', description: 'Failed to send message. Please try again.', variant: 'destructive' }),
  });
  const sendOnce = useSingleFlight(send);

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Contact Us" description="We read every message and answer by email.">
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => void form.handleSubmit((request) => sendOnce(request))(event)}
        >
          <Field label="Name" error={errors.name?.message}>
            <Input required autoComplete="name" {...form.register('name')} />
          </Field>
          <Field label="Email" error={errors.email?.message}>
            <Input required type="email" autoComplete="email" {...form.register('email')} />
          </Field>
          <OrderChoice orders={orders} value={orderNumber} onChange={setOrderNumber} />
          <Field label="Subject" error={errors.subject?.message}>
            <Input required {...form.register('subject')} />
          </Field>
          <Field label="Message" error={errors.message?.message}>
            <Textarea required rows={5} {...form.register('message')} />
          </Field>
          <HoneypotField ref={honeypot} />
          <FormError message={send.error && getErrorMessage(send.error)} />
          <Button type="submit" size="lg" disabledFocusable={send.isPending}>
            {send.isPending ? 'Sending...' : 'Send Message'}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
