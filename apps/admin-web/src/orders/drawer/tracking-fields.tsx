import { zodResolver } from '@hookform/resolvers/zod';
import { trackingSchema, type Tracking } from '@shop/contracts-order';
import { Button, Field, FormError, Input } from '@shop/web-ui';
import { useForm, type FieldErrors, type Resolver, type UseFormRegister } from 'react-hook-form';

export type TrackingFields = Record<'carrier' | 'number' | 'url', string>;
export const EMPTY_TRACKING: TrackingFields = { carrier: '', number: '', url: '' };
export const trackingResolver = zodResolver(trackingSchema) as unknown as Resolver<TrackingFields, unknown, Tracking>;

interface Props {
  register: UseFormRegister<TrackingFields>;
  errors: FieldErrors<TrackingFields>;
}

/** Carrier, number and page of a parcel. */
export function TrackingInputs({ register, errors }: Props) {
  return (
    <>
      <Field label="Carrier" error={errors.carrier?.message}>
        <Input autoComplete="off" {...register('carrier')} />
      </Field>
      <Field label="Tracking number" error={errors.number?.message}>
        <Input autoComplete="off" spellCheck={false} {...register('number')} />
      </Field>
      <Field label="Tracking address" hint="Optional" error={errors.url?.message}>
        <Input inputMode="url" placeholder="https://" autoComplete="off" {...register('url')} />
      </Field>
    </>
  );
}

const isEmpty = (fields: TrackingFields | Tracking): boolean => Object.values(fields).every((text) => !text?.trim());
/** Either all fields are empty (no tracking), or carrier and number are required. */
const optionalResolver: Resolver<TrackingFields, unknown, Tracking | TrackingFields> = (fields, context, options) =>
  isEmpty(fields) ? { values: fields, errors: {} } : trackingResolver(fields, context, options);

interface OptionalProps {
  /** The number that is corrected. */
  tracking?: Tracking | null;
  /** A parcel that can't be tracked is not possible any more. */
  isRequired?: boolean;
  label: string;
  isSending: boolean;
  error?: string | null;
  onSend: (tracking: Tracking | null) => void;
}

/** Asks for tracking data when something is sent; an error keeps the input. */
export function OptionalTrackingForm({
  tracking,
  isRequired = false,
  label,
  isSending,
  error = null,
  onSend,
}: OptionalProps) {
  const form = useForm<TrackingFields, unknown, Tracking | TrackingFields>({
    resolver: isRequired ? trackingResolver : optionalResolver,
    defaultValues: tracking
      ? { carrier: tracking.carrier, number: tracking.number, url: tracking.url ?? '' }
      : EMPTY_TRACKING,
  });
  const submit = form.handleSubmit((fields) => onSend(isEmpty(fields) ? null : { ...fields, url: fields.url || null }));
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TrackingInputs register={form.register} errors={form.formState.errors} />
      {!isRequired && (
        <p className="text-sm text-muted-foreground">Leave all three empty for a parcel that can’t be tracked.</p>
      )}
      <FormError message={error} />
      <Button type="submit" size="lg" disabledFocusable={isSending}>
        {isSending ? 'Saving...' : label}
      </Button>
    </form>
  );
}
