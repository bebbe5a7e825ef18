import { zodResolver } from '@hookform/resolvers/zod';
import { variantFormSchema, type DisplayedAdminVariant, type VariantType } from '@shop/contracts/catalog';
import { useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { FailureReason } from '../../failure-reason.js';
import { useIdempotencyKey } from '../../use-idempotency-key.js';
import { useVariantChanges } from './use-variant-changes.js';

type Props = {
  productId: string;
  onDone: () => void;
} & ({ variant: DisplayedAdminVariant; newType?: undefined } | { variant: null; newType: VariantType });

const NO_COLOR = '#ffffff';

/** The type is given, also one of a newer server. */
const fieldsSchema = z.omit(variantFormSchema, { type: true });

/** Adds or changes a size or a colour. Stays open with its input after a failure. */
export function VariantForm({ productId, variant, newType, onDone }: Props) {
  const type = variant?.type ?? newType;
  const { add, change } = useVariantChanges(productId);
  const getIdempotencyKey = useIdempotencyKey();
  const addOnce = useSingleFlight(add);
  const changeOnce = useSingleFlight(change);
  const form = useForm({
    resolver: zodResolver(fieldsSchema),
    defaultValues: {
      name: variant?.name ?? '',
      priceModifier: variant?.priceModifier ?? '0.00',
      colorHex: variant?.colorHex ?? '',
      imageUrl: variant?.imageUrl ?? '',
    },
  });
  const colorHex = useWatch({ control: form.control, name: 'colorHex' });
  const { errors } = form.formState;
  const isSaving = add.isPending || change.isPending;
  useEffect(() => {
    form.setFocus('name');
  }, [form]);

  const submit = form.handleSubmit(({ name, priceModifier, colorHex: swatch, imageUrl }) => {
    const fields = { name, priceModifier, ...(type === 'color' && { colorHex: swatch, imageUrl }) };
    if (variant) changeOnce({ id: variant.id, change: { ...fields, version: variant.version } }, { onSuccess: onDone });
    else addOnce({ key: getIdempotencyKey(fields), form: { type: newType, ...fields } }, { onSuccess: onDone });
  });

  return (
    <form
      noValidate
      aria-label={variant ? `Edit ${variant.name}` : `New ${type}`}
      className="my-2 grid gap-4 rounded-control bg-muted p-4"
      onSubmit={(event) => void submit(event)}
    >
      <div className="grid gap-4 min-[26rem]:grid-cols-2">
        <Field label="Name" error={errors.name?.message}>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field
          label="Price change"
          hint="Added to the base price; a minus takes off"
          error={errors.priceModifier?.message}
        >
          <Input inputMode="text" autoComplete="off" {...form.register('priceModifier')} />
        </Field>
      </div>
      {type === 'color' && (
        <>
          <div className="grid grid-cols-[1fr_auto] items-start gap-x-3">
            <Field label="Swatch" hint="As #rrggbb" error={errors.colorHex?.message}>
              <Input autoComplete="off" spellCheck={false} placeholder="#rrggbb" {...form.register('colorHex')} />
            </Field>
            <input
              type="color"
              aria-label="Choose the swatch"
              value={/^#[0-9a-f]{6}$/i.test(colorHex ?? '') ? (colorHex ?? NO_COLOR) : NO_COLOR}
              onChange={({ currentTarget }) =>
                form.setValue('colorHex', currentTarget.value, { shouldDirty: true, shouldValidate: true })
              }
              className="mt-[1.875rem] h-11 w-16 cursor-pointer rounded-control border-2 border-input bg-card p-1"
            />
          </div>
          <Field label="Picture in this color" hint="Optional" error={errors.imageUrl?.message}>
            <Input inputMode="url" placeholder="https://" {...form.register('imageUrl')} />
          </Field>
        </>
      )}
      <FailureReason error={add.error ?? change.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" disabledFocusable={isSaving}>
          {isSaving ? 'Saving...' : variant ? 'Save' : type === 'size' ? 'Add Size' : 'Add Color'}
        </Button>
        <Button variant="ghost" size="sm" disabledFocusable={isSaving} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
