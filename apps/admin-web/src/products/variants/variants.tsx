import { VARIANT_TYPES, type DisplayedAdminVariant, type VariantType } from '@shop/contracts/catalog';
import { Badge, Button, Card, Tooltip } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { FailureReason } from '../../failure-reason.js';
import { LoadFailure } from '../../load-failure.js';
import { ListSkeleton } from '../../lists/list-skeleton.js';
import { variantsQuery } from '../products.queries.js';
import { formatPriceChange } from './price-change.js';
import { useVariantChanges } from './use-variant-changes.js';
import { VariantForm } from './variant-form.js';

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
          onClick={() => change.mutate({ id: variant.id, change: { active: !active } })}
        >
          {active ? 'Deactivate' : 'Activate'}
        </Button>
        <Tooltip label="Edit">
          <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} onClick={() => setOpen(true)}>
            <Pencil aria-hidden />
          </Button>
        </Tooltip>
      </span>
      <FailureReason error={change.error} className="basis-full text-sm" />
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
export function Variants({ productId }: { productId: string }) {
  const { data: variants, isPending, error, refetch } = useQuery(variantsQuery(productId));
  return (
    <section aria-labelledby="variants" className="grid gap-4">
      <h3 id="variants" className="text-lg font-bold">
        Sizes and colors
      </h3>
      {isPending && <ListSkeleton />}
      {!variants && error && (
        <LoadFailure
          error={error}
          missing="This shop’s server has no call to change sizes and colors."
          onRetry={refetch}
        />
      )}
      {variants &&
        VARIANT_TYPES.map((type) => (
          <VariantList
            key={type}
            productId={productId}
            type={type}
            variants={variants.filter((variant) => variant.type === type)}
          />
        ))}
      {variants && <OtherVariants productId={productId} variants={variants.filter(isOfOtherType)} />}
    </section>
  );
}
