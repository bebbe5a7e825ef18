import type { DisplayedVariant, VariantType } from '@shop/contracts/catalog';
import { Badge, cn } from '@shop/web-ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { QueryContent } from '../../query-content.js';
import type { ProductChoiceAction, ProductChoice } from '../../catalogue/product-choice.js';
import { getTypicalOptions } from '../typical-options.js';
import { OPTION_SHAPE, OPTIONS_HEADING, OPTIONS_ROW, VariantOptions } from './variant-options.js';

interface Props {
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
export function VariantChoice({ category, variants, choice, dispatch }: Props) {
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
