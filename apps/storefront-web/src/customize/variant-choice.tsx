import { QueryContent } from '@shop/web-kit';
import {
  findKind,
  getChoiceLabel,
  VARIANT_TYPES,
  type DisplayedVariant,
  type OptionsShape,
  type VariantType,
} from '@shop/contracts-catalog';
import { Badge, Button, cn } from '@shop/web-ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import {
  capitalize,
  formatModifier,
  type ProductChoice,
  type ProductChoiceAction,
} from '../catalogue/product-choice.js';

/** Of a category that this version does not know. */
const UNKNOWN_SHAPES: Record<VariantType, OptionsShape> = {
  size: { count: 6, widthCh: 9 },
  color: { count: 4, widthCh: 4 },
};

/**
 * Placeholders of this shape reserve the space of the options. A product with fewer options leaves space empty; one
 * with more shifts the content below by a line.
 */
const getUsualShape = (category: string): Record<VariantType, OptionsShape> =>
  findKind(category)?.usualOptions ?? UNKNOWN_SHAPES;

/** A poster, for example, comes in no color of its own. */
const isUsual = (type: VariantType, category: string): boolean => getUsualShape(category)[type].count > 0;

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
function VariantOptions({ variants, legend, chosenName: name, onChoose }: Props) {
  const row = useRef<HTMLDivElement>(null);
  if (variants.length === 0) return <SingleOption legend={legend} />;
  // A remembered choice may no longer be sold.
  const chosenName = variants.some((variant) => variant.name === name) ? name : null;
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

const getLegend = (type: VariantType, category: string): string => capitalize(getChoiceLabel(type, category));

/** Visible while the options load; afterwards it only reserves their space. */
function OptionsPlaceholder({ category, isVisible }: { category: string; isVisible: boolean }) {
  return (
    <div aria-hidden className={cn('flex flex-col gap-8', !isVisible && 'invisible')}>
      {VARIANT_TYPES.filter((type) => isUsual(type, category)).map((type) => (
        <div key={type}>
          <p className={OPTIONS_HEADING}>{getLegend(type, category)}</p>
          <div className={OPTIONS_ROW}>
            {Array.from({ length: getUsualShape(category)[type].count }, (_, index) => (
              <span
                key={index}
                data-skeleton={isVisible ? '' : undefined}
                className={cn('ui-skeleton border-transparent', OPTION_SHAPE)}
              >
                {type === 'color' && <span className="size-6" />}
                <span style={{ width: `${getUsualShape(category)[type].widthCh}ch` }} />
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
            {VARIANT_TYPES.filter(
              (type) => isUsual(type, category) || list.some((variant) => variant.type === type),
            ).map((type) => (
              <VariantOptions
                key={type}
                legend={getLegend(type, category)}
                variants={list.filter((variant) => variant.type === type)}
                chosenName={choice[type]}
                onChoose={(name) =>
                  dispatch(
                    type === 'size' ? { type: 'size chosen', size: name } : { type: 'color chosen', color: name },
                  )
                }
              />
            ))}
            <OtherOptions variants={list.filter(({ type }) => type !== 'size' && type !== 'color')} />
          </div>
        )}
      </QueryContent>
    </div>
  );
}
