import { zodResolver } from '@hookform/resolvers/zod';
import {
  VARIANT_TYPES,
  variantFormSchema,
  type DisplayedAdminVariant,
  type VariantType,
} from '@shop/contracts-catalog';
import { useIdempotencyKey, useSingleFlight } from '@shop/web-kit';
import { Badge, Button, Card, Field, Input, Tooltip, FormError } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ListSkeleton } from '../lists/admin-list.js';
import { getChangeError, PartFailure, SavedNow } from '../failures.js';
import { useSeenVersion } from '../forms.js';
import { ListNotice } from '../lists/list-notice.js';
import { findSizeName } from './product-marks.rules.js';
import { useVariantChanges, variantsQuery } from './products.queries.js';

/** `2.00` → `+$2.00`, `-1.50` → `−$1.50`; null for no change. */
function formatPriceChange(modifier: string): string | null {
  if (/^-?0+\.00$/.test(modifier)) return null;
  return modifier.startsWith('-') ? `−$${modifier.slice(1)}` : `+$${modifier}`;
}

type Props = {
  productId: string;
  onDone: () => void;
} & ({ variant: DisplayedAdminVariant; newType?: undefined } | { variant: null; newType: VariantType });

const NO_COLOR = '#ffffff';

/** The type is given, also one of a newer server. */
const fieldsSchema = z.omit(variantFormSchema, { type: true });

/** Adds or changes a size or a colour. Stays open with its input after a failure. */
function VariantForm({ productId, variant, newType, onDone }: Props) {
  const type = variant?.type ?? newType;
  const { add, change } = useVariantChanges(productId);
  const { version, handleError } = useSeenVersion(variant?.version);
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
    if (variant) changeOnce({ id: variant.id, version, change: fields }, { onSuccess: onDone, onError: handleError });
    else addOnce({ key: getIdempotencyKey(fields), form: { type: newType, ...fields } }, { onSuccess: onDone });
  });
  const failure = add.error ?? change.error;

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
      <FormError message={getChangeError(failure)} />
      {variant && (
        <SavedNow
          error={change.error}
          value={[variant.name, variant.priceModifier, variant.colorHex, variant.imageUrl]}
        >
          <p>
            <bdi className="font-semibold">{variant.name}</bdi> {formatPriceChange(variant.priceModifier)}{' '}
            {variant.colorHex} {variant.imageUrl}
          </p>
        </SavedNow>
      )}
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

const TEXTS: Readonly<Record<VariantType, { title: string; add: string; empty: string }>> = {
  size: { title: 'Sizes', add: 'Add Size', empty: 'No sizes yet' },
  color: { title: 'Colors', add: 'Add Color', empty: 'No colors yet' },
};

function VariantRow({ productId, variant }: { productId: string; variant: DisplayedAdminVariant }) {
  const [isOpen, setOpen] = useState(false);
  const { change } = useVariantChanges(productId);
  const { name, active, colorHex, priceModifier } = variant;
  if (isOpen) return <VariantForm productId={productId} variant={variant} onDone={() => setOpen(false)} />;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      {variant.type === 'color' && (
        <span
          aria-hidden
          className="size-7 shrink-0 forced-color-adjust-none rounded-full border-2 border-border-strong"
          style={colorHex ? { backgroundColor: colorHex } : undefined}
        />
      )}
      <bdi className="min-w-0 [overflow-wrap:anywhere] font-semibold">{name}</bdi>
      {formatPriceChange(priceModifier) && (
        <span className="tabular-nums text-muted-foreground">{formatPriceChange(priceModifier)}</span>
      )}
      {isOfOtherType(variant) && <Badge variant="outline">{variant.type}</Badge>}
      {!active && <Badge variant="outline">inactive</Badge>}
      <span className="ml-auto flex items-center gap-1">
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${active ? 'Deactivate' : 'Activate'} ${name}`}
          disabledFocusable={change.isPending}
          onClick={() => change.mutate({ id: variant.id, version: variant.version, change: { active: !active } })}
        >
          {active ? 'Deactivate' : 'Activate'}
        </Button>
        <Tooltip label="Edit">
          <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} onClick={() => setOpen(true)}>
            <Pencil aria-hidden />
          </Button>
        </Tooltip>
      </span>
      <FormError message={getChangeError(change.error)} className="basis-full text-sm" />
    </div>
  );
}

function VariantList({
  productId,
  type,
  variants,
}: {
  productId: string;
  type: VariantType;
  variants: DisplayedAdminVariant[];
}) {
  const [isAdding, setAdding] = useState(false);
  const { title, add, empty } = TEXTS[type];
  return (
    <Card className="p-4 sm:p-5">
      <h4 className="mb-2 font-display text-base font-bold">{title}</h4>
      {variants.length === 0 && !isAdding && <p className="text-muted-foreground">{empty}</p>}
      <ul aria-label={title} className="divide-y divide-border">
        {variants.map((variant) => (
          <li key={variant.id}>
            <VariantRow productId={productId} variant={variant} />
          </li>
        ))}
      </ul>
      {isAdding ? (
        <VariantForm productId={productId} variant={null} newType={type} onDone={() => setAdding(false)} />
      ) : (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {add}
        </Button>
      )}
    </Card>
  );
}

const isOfOtherType = ({ type }: DisplayedAdminVariant): boolean => !VARIANT_TYPES.some((known) => known === type);

/** Variants of a newer server's types. They can be changed but not added. */
function OtherVariants({ productId, variants }: { productId: string; variants: DisplayedAdminVariant[] }) {
  if (variants.length === 0) return null;
  return (
    <Card className="p-4 sm:p-5">
      <h4 className="mb-2 font-display text-base font-bold">Others</h4>
      <ul aria-label="Others" className="divide-y divide-border">
        {variants.map((variant) => (
          <li key={variant.id}>
            <VariantRow productId={productId} variant={variant} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Sizes and colours of a product. Each change is saved at once, independent of the product form. */
export function Variants({ productId, category }: { productId: string; category: string }) {
  const sizeName = findSizeName(category);
  const { data: variants, isPending, error, refetch } = useQuery(variantsQuery(productId));
  return (
    <section aria-labelledby="variants" className="grid gap-4">
      <h3 id="variants" className="text-lg font-bold">
        Sizes and colors
      </h3>
      {variants && sizeName && !variants.some(({ type, active }) => type === 'size' && active) && (
        <p className="font-semibold text-destructive-text">This product has no {sizeName} on sale.</p>
      )}
      {isPending && <ListSkeleton />}
      {!variants && error && (
        <PartFailure
          error={error}
          missing="This shop’s server has no call to change sizes and colors."
          onRetry={refetch}
        />
      )}
      {variants && (
        <ListNotice rows="sizes and colors">
          {VARIANT_TYPES.map((type) => (
            <VariantList
              key={type}
              productId={productId}
              type={type}
              variants={variants.filter((variant) => variant.type === type)}
            />
          ))}
          <OtherVariants productId={productId} variants={variants.filter(isOfOtherType)} />
        </ListNotice>
      )}
    </section>
  );
}
