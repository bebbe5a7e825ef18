import { zodResolver } from '@hookform/resolvers/zod';
import { trackingSchema, type Tracking } from '@shop/contracts/order';
import { Field, Input } from '@shop/web-ui';
import type { FieldErrors, Resolver, UseFormRegister } from 'react-hook-form';

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
