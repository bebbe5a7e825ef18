import type { Variant } from '@shop/contracts/catalog';
import { Button, cn } from '@shop/web-ui';
import type { ReactNode } from 'react';

interface Props {
  /** All of one type. */
  variants: readonly Variant[];
  legend: string;
  chosenName: string | null;
  onChoose: (name: string | null) => void;
}

/** `+$2.00`, where a choice costs more or less than the base price. */
function modifier({ priceModifier }: Variant): string | null {
  if (/^-?0+\.00$/.test(priceModifier)) return null;
  return priceModifier.startsWith('-') ? `−$${priceModifier.slice(1)}` : `+$${priceModifier}`;
}

function Option({ variant, isChosen, onChoose, children }: { variant: Variant; isChosen: boolean; onChoose: (name: string) => void; children: ReactNode }) {
  const extra = modifier(variant);
  return (
    <label
      title={variant.name}
      className={cn(
        'relative inline-flex min-h-12 max-w-full min-w-12 cursor-pointer items-center justify-center gap-2 rounded-full border-2 bg-card px-3.5 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isChosen ? 'border-primary bg-peach text-tint-foreground' : 'border-border-strong hover:border-foreground',
      )}
    >
      <input
        type="radio"
        name={variant.type}
        value={variant.name}
        checked={isChosen}
        onChange={() => onChoose(variant.name)}
        aria-label={extra ? `${variant.name}, ${extra}` : variant.name}
        className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      {children}
      {extra && <span className="text-sm font-normal">{extra}</span>}
    </label>
  );
}

/** The sizes or the colours of a product. Choosing one is optional, and can be taken back. */
export function VariantOptions({ variants, legend, chosenName, onChoose }: Props) {
  if (variants.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-2 flex w-full items-center gap-3 font-display text-xl font-bold">
        {legend}
        {chosenName && <span className="font-sans text-base font-normal text-muted-foreground">{chosenName}</span>}
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        {variants.map((variant) => (
          <Option key={variant.id} variant={variant} isChosen={variant.name === chosenName} onChoose={onChoose}>
            {variant.colorHex && (
              <span aria-hidden className="size-6 rounded-full border border-border-strong shadow-inner" style={{ backgroundColor: variant.colorHex }} />
            )}
            <span className="min-w-0 [overflow-wrap:anywhere]">{variant.name}</span>
          </Option>
        ))}
        {chosenName && (
          <Button variant="link" size="sm" className="min-w-11" aria-label={`Clear ${legend.toLowerCase()}`} onClick={() => onChoose(null)}>
            Clear
          </Button>
        )}
      </div>
    </fieldset>
  );
}
