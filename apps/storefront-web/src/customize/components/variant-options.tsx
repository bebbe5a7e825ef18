import type { DisplayedVariant } from '@shop/contracts/catalog';
import { Button, cn } from '@shop/web-ui';
import { useRef, type ReactNode } from 'react';

interface Props {
  /** Variants of one type. */
  variants: readonly DisplayedVariant[];
  legend: string;
  chosenName: string | null;
  onChoose: (name: string | null) => void;
}

/** Classes shared with the placeholder, so that it has the size of the options. */
export const OPTION_SHAPE =
  'inline-flex min-h-12 max-w-full min-w-12 items-center justify-center gap-2 rounded-full border-2 px-3.5 font-semibold';
export const OPTIONS_HEADING = 'mb-2 flex w-full items-center gap-3 font-display text-xl font-bold';
export const OPTIONS_ROW = 'flex flex-wrap items-center gap-2';

/** `+$2.00`; null if the variant costs the base price. */
function formatModifier({ priceModifier }: DisplayedVariant): string | null {
  if (/^-?0+\.00$/.test(priceModifier)) return null;
  return priceModifier.startsWith('-') ? `−$${priceModifier.slice(1)}` : `+$${priceModifier}`;
}

function Option({
  variant,
  isChosen,
  onChoose,
  children,
}: {
  variant: DisplayedVariant;
  isChosen: boolean;
  onChoose: (name: string) => void;
  children: ReactNode;
}) {
  const priceText = formatModifier(variant);
  return (
    <label
      title={variant.name}
      className={cn(
        'relative cursor-pointer bg-card has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        OPTION_SHAPE,
        isChosen ? 'border-primary bg-peach text-tint-foreground' : 'border-border-strong hover:border-foreground',
      )}
    >
      <input
        type="radio"
        name={variant.type}
        value={variant.name}
        checked={isChosen}
        onChange={() => onChoose(variant.name)}
        aria-label={priceText ? `${variant.name}, ${priceText}` : variant.name}
        className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      {children}
      {priceText && <span className="text-sm font-normal">{priceText}</span>}
    </label>
  );
}

/** Shown for a product without variants of this type; as high as a row of options. */
const SingleOption = ({ legend }: { legend: string }) => (
  <div>
    <p className={OPTIONS_HEADING}>{legend}</p>
    <p className="flex min-h-12 items-center text-muted-foreground">One {legend.toLowerCase()}</p>
  </div>
);

/** The sizes or colours of a product. The choice is optional and can be cleared. */
export function VariantOptions({ variants, legend, chosenName, onChoose }: Props) {
  const row = useRef<HTMLDivElement>(null);
  if (variants.length === 0) return <SingleOption legend={legend} />;
  /** The Clear button disappears with the choice, so the focus moves to the options. */
  const handleClear = (): void => {
    row.current?.querySelector('input')?.focus();
    onChoose(null);
  };
  return (
    <div className="relative">
      {/* By default a fieldset is at least as wide as its content. */}
      <fieldset className="min-w-0">
        <legend className={cn(OPTIONS_HEADING, chosenName && 'pr-14')}>
          {legend}
          {chosenName && (
            <bdi className="min-w-0 font-sans text-base [overflow-wrap:anywhere] font-normal text-muted-foreground">
              {chosenName}
            </bdi>
          )}
        </legend>
        <div ref={row} className={OPTIONS_ROW}>
          {variants.map((variant) => (
            <Option key={variant.name} variant={variant} isChosen={variant.name === chosenName} onChoose={onChoose}>
              {variant.colorHex && (
                <span
                  aria-hidden
                  className="size-6 forced-color-adjust-none rounded-full border border-border-strong shadow-inner"
                  style={{ backgroundColor: variant.colorHex }}
                />
              )}
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{variant.name}</bdi>
            </Option>
          ))}
        </div>
      </fieldset>
      {/* Next to the heading, so that it takes no extra line. */}
      {chosenName && (
        <Button
          variant="link"
          size="sm"
          className="absolute -top-2 right-0 min-w-11"
          aria-label={`Clear ${legend.toLowerCase()}`}
          onClick={handleClear}
        >
          Clear
        </Button>
      )}
    </div>
  );
}
