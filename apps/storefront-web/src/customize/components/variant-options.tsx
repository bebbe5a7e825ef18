import type { Variant } from '@shop/contracts/catalog';
import { Button, cn } from '@shop/web-ui';
import { useRef, type ReactNode } from 'react';

interface Props {
  /** All of one type. */
  variants: readonly Variant[];
  legend: string;
  chosenName: string | null;
  onChoose: (name: string | null) => void;
}

/** How large an option is, what it holds aside; and the rest of what the room for options that are on their way is made of. */
export const OPTION_SHAPE =
  'inline-flex min-h-12 max-w-full min-w-12 items-center justify-center gap-2 rounded-full border-2 px-3.5 font-semibold';
export const OPTIONS_HEADING = 'mb-2 flex w-full items-center gap-3 font-display text-xl font-bold';
export const OPTIONS_ROW = 'flex flex-wrap items-center gap-2';

/** `+$2.00`, where a choice costs more or less than the base price. */
function formatModifier({ priceModifier }: Variant): string | null {
  if (/^-?0+\.00$/.test(priceModifier)) return null;
  return priceModifier.startsWith('-') ? `−$${priceModifier.slice(1)}` : `+$${priceModifier}`;
}

function Option({
  variant,
  isChosen,
  onChoose,
  children,
}: {
  variant: Variant;
  isChosen: boolean;
  onChoose: (name: string) => void;
  children: ReactNode;
}) {
  const extra = formatModifier(variant);
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
        aria-label={extra ? `${variant.name}, ${extra}` : variant.name}
        className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      {children}
      {extra && <span className="text-sm font-normal">{extra}</span>}
    </label>
  );
}

/** As high as a row of options. */
const SingleOption = ({ legend }: { legend: string }) => (
  <div>
    <p className={OPTIONS_HEADING}>{legend}</p>
    <p className="flex min-h-12 items-center text-muted-foreground">One {legend.toLowerCase()}</p>
  </div>
);

/** The sizes or the colours of a product. Choosing one is optional, and can be taken back. */
export function VariantOptions({ variants, legend, chosenName, onChoose }: Props) {
  const row = useRef<HTMLDivElement>(null);
  if (variants.length === 0) return <SingleOption legend={legend} />;
  /** The button goes with the choice: the focus stays with the options. */
  const clear = (): void => {
    row.current?.querySelector('input')?.focus();
    onChoose(null);
  };
  return (
    <div className="relative">
      {/* A browser makes a fieldset as wide as all it holds. */}
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
            <Option key={variant.id} variant={variant} isChosen={variant.name === chosenName} onChoose={onChoose}>
              {variant.colorHex && (
                <span
                  aria-hidden
                  className="size-6 rounded-full border border-border-strong shadow-inner"
                  style={{ backgroundColor: variant.colorHex }}
                />
              )}
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{variant.name}</bdi>
            </Option>
          ))}
        </div>
      </fieldset>
      {/* Beside the heading: it comes and goes, and needs no line of its own. */}
      {chosenName && (
        <Button
          variant="link"
          size="sm"
          className="absolute -top-2 right-0 min-w-11"
          aria-label={`Clear ${legend.toLowerCase()}`}
          onClick={clear}
        >
          Clear
        </Button>
      )}
    </div>
  );
}
