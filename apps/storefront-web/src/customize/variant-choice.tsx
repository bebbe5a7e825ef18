import type { DisplayedVariant, ProductCategory, VariantType } from '@shop/contracts/catalog';
import { Badge, Button, cn } from '@shop/web-ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import type { ProductChoice, ProductChoiceAction } from '../catalogue/product-choice.js';
import { QueryContent } from '../query-content.js';

/**
 * Typical sizes and colours of each category, as placeholders that reserve the space of the options. A product with
 * fewer options leaves space empty; one with more shifts the content below by a line.
 */
const TYPICAL_OPTIONS: Record<ProductCategory, Record<VariantType, readonly string[]>> = {
  tshirt: {
    size: ['XS', 'S', 'M', 'L', 'XL', '2XL +$2.00', '3XL +$4.00'],
    color: ['White', 'Black', 'Navy', 'Ash Grey', 'Forest', 'Mustard'],
  },
  hoodie: {
    size: ['3–4 years', '5–6 years', '7–8 years', '9–11 years', '12–13 years +$2.00'],
    color: ['Sunny Yellow', 'Sky Blue', 'Dusty Rose', 'Burgundy'],
  },
  'phone-case': {
    size: ['iPhone 15', 'iPhone 15 Pro', 'iPhone 16', 'iPhone 16 Pro', 'iPhone 17', 'iPhone 17 Pro'],
    color: ['Black', 'White', 'Sage', 'Blush'],
  },
  'pet-tag': { size: ['1 in', '1.25 in +$1.50'], color: ['Silver', 'Gold', 'Rose Gold', 'Matte Black'] },
};

const hasTypicalOptions = (category: string): category is ProductCategory => Object.hasOwn(TYPICAL_OPTIONS, category);

/** An unknown category is assumed to be like a phone case: one row of each. */
const getTypicalOptions = (category: string): Record<VariantType, readonly string[]> =>
  TYPICAL_OPTIONS[hasTypicalOptions(category) ? category : 'phone-case'];

interface Props {
  /** Variants of one type. */
  variants: readonly DisplayedVariant[];
  legend: string;
  chosenName: string | null;
  onChoose: (name: string | null) => void;
}

/** Classes shared with the placeholder, so that it has the size of the options. */
const OPTION_SHAPE =
  'inline-flex min-h-12 max-w-full min-w-12 items-center justify-center gap-2 rounded-full border-2 px-3.5 font-semibold';
const OPTIONS_HEADING = 'mb-2 flex w-full items-center gap-3 font-display text-xl font-bold';
const OPTIONS_ROW = 'flex flex-wrap items-center gap-2';

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
function VariantOptions({ variants, legend, chosenName, onChoose }: Props) {
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

interface VariantChoiceProps {
  category: string;
  variants: UseQueryResult<DisplayedVariant[]>;
  choice: ProductChoice;
  dispatch: (event: ProductChoiceAction) => void;
}

const TYPES: readonly { type: VariantType; legend: string }[] = [
  { type: 'size', legend: 'Size' },
  { type: 'color', legend: 'Color' },
];

/** Visible while the options load; afterwards it only reserves their space. */
function OptionsPlaceholder({ category, isVisible }: { category: string; isVisible: boolean }) {
  return (
    <div aria-hidden className={cn('flex flex-col gap-8', !isVisible && 'invisible')}>
      {TYPES.map(({ type, legend }) => (
        <div key={type}>
          <p className={OPTIONS_HEADING}>{legend}</p>
          <div className={OPTIONS_ROW}>
            {getTypicalOptions(category)[type].map((name) => (
              <span
                key={name}
                data-skeleton={isVisible ? '' : undefined}
                className={cn('ui-skeleton border-transparent text-transparent', OPTION_SHAPE)}
              >
                {type === 'color' && <span className="size-6" />}
                {name}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Options of a type that this version does not know are displayed, but can't be chosen. */
function OtherOptions({ variants }: { variants: readonly DisplayedVariant[] }) {
  const types = [...new Set(variants.map(({ type }) => type))];
  return types.map((type) => (
    <div key={type}>
      <p className={OPTIONS_HEADING}>
        <span className="first-letter:uppercase">{type}</span>
      </p>
      <div className={OPTIONS_ROW}>
        {variants
          .filter((variant) => variant.type === type)
          .map(({ name }) => (
            <Badge key={name} variant="outline">
              {name}
            </Badge>
          ))}
      </div>
    </div>
  ));
}

/** Sizes and colours of the chosen product. The layout does not shift when they load. */
export function VariantChoice({ category, variants, choice, dispatch }: VariantChoiceProps) {
  return (
    <div className="grid *:col-start-1 *:row-start-1 *:min-w-0">
      <OptionsPlaceholder category={category} isVisible={variants.isPending} />
      <QueryContent query={variants} skeleton={null}>
        {(list) => (
          <div className="flex flex-col gap-8">
            <VariantOptions
              legend="Size"
              variants={list.filter(({ type }) => type === 'size')}
              chosenName={choice.size}
              onChoose={(size) => dispatch({ type: 'size chosen', size })}
            />
            <VariantOptions
              legend="Color"
              variants={list.filter(({ type }) => type === 'color')}
              chosenName={choice.color}
              onChoose={(color) => dispatch({ type: 'color chosen', color })}
            />
            <OtherOptions variants={list.filter(({ type }) => type !== 'size' && type !== 'color')} />
          </div>
        )}
      </QueryContent>
    </div>
  );
}
