import { zodResolver } from '@hookform/resolvers/zod';
import { trackingSchema, type Tracking, type TrackingForm } from '@shop/contracts/order';
import { Button, Field, Input } from '@shop/web-ui';
import { useForm, type Resolver } from 'react-hook-form';

type Fields = Record<'carrier' | 'number' | 'url', string>;
const EMPTY_FIELDS: Fields = { carrier: '', number: '', url: '' };

const isEmpty = (fields: TrackingForm): boolean => Object.values(fields).every((text) => !text?.trim());
const trackingResolver = zodResolver(trackingSchema) as unknown as Resolver<Fields, unknown, Tracking>;
/** Either all fields are empty (no tracking), or carrier and number are required. */
const resolver: Resolver<Fields, unknown, Tracking | Fields> = (fields, context, options) =>
  isEmpty(fields) ? { values: fields, errors: {} } : trackingResolver(fields, context, options);

interface Props {
  isSending: boolean;
  onSend: (tracking: Tracking | null) => void;
}

/** Asks for tracking data before an order is marked as shipped. */
export function ShippingForm({ isSending, onSend }: Props) {
  const form = useForm({ resolver, defaultValues: EMPTY_FIELDS });
  const { errors } = form.formState;
  const submit = form.handleSubmit((fields) => onSend(isEmpty(fields) ? null : { ...fields, url: fields.url || null }));
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Carrier" error={errors.carrier?.message}>
        <Input autoComplete="off" {...form.register('carrier')} />
      </Field>
      <Field label="Tracking number" error={errors.number?.message}>
        <Input autoComplete="off" spellCheck={false} {...form.register('number')} />
      </Field>
      <Field label="Tracking address" hint="Optional" error={errors.url?.message}>
        <Input inputMode="url" placeholder="https://" autoComplete="off" {...form.register('url')} />
      </Field>
      <p className="text-sm text-muted-foreground">Leave all three empty for a parcel that can’t be tracked.</p>
      <Button type="submit" size="lg" disabledFocusable={isSending}>
        {isSending ? 'Saving...' : 'Mark Shipped'}
      </Button>
    </form>
  );
}
