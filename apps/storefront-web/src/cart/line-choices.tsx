import { getChoiceLabel, VARIANT_TYPES, type DisplayedVariant, type VariantType } from '@shop/contracts-catalog';
import type { DisplayedCartItem, MissingChoice } from '@shop/contracts-order';
import { getErrorMessage, QueryContent } from '@shop/web-kit';
import { Button, cn, Field, Select, Skeleton } from '@shop/web-ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { capitalize, formatVariant } from '../catalogue/product-choice.js';
import { variantsQuery } from '../catalogue/products.queries.js';
import { ChosenOptions } from '../orders/order-lines.js';
import { useCartItemChoice } from './use-cart-item.js';

interface ChoiceProps {
  item: DisplayedCartItem;
  choice: MissingChoice;
  isMissing: boolean;
  variants: readonly DisplayedVariant[];
  /** The customer tried to go on without choosing. */
  isRequired: boolean;
  /** Takes the focus when it appears. */
  autoFocus: boolean;
}

/** One choice as a select. An error says why the last one was not taken. */
function Choice({ item, choice: { type, label }, isMissing, variants, isRequired, autoFocus }: ChoiceProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error, variables } = useCartItemChoice(item);
  const former = item.variantSelections[type];
  const chosen = (isPending && variables?.[type]) || (isMissing ? '' : former);
  const choose = (name: string): void => {
    if (name === '' || isPending) return;
    mutate(
      { [type]: name },
      { onError: () => void queryClient.invalidateQueries({ queryKey: variantsQuery(item.productId).queryKey }) },
    );
  };
  const missingText = isMissing && isRequired ? `Please choose a ${label}` : undefined;
  return (
    <Field
      label={capitalize(label)}
      error={error ? getErrorMessage(error) : missingText}
      hint={isMissing && former ? `${former} is not available.` : undefined}
      className="min-w-0 flex-1 basis-36"
    >
      <Select
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
        aria-busy={isPending}
        autoFocus={autoFocus}
      >
        {isMissing && <option value="">Choose a {label}</option>}
        {!isMissing && former && variants.every(({ name }) => name !== former) && (
          <option value={former}>{former}</option>
        )}
        {variants.map((variant) => (
          <option key={variant.name} value={variant.name}>
            {formatVariant(variant)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const listMissing = ({ missingChoices = [] }: DisplayedCartItem): readonly MissingChoice[] => missingChoices;

export const hasMissingChoice = (item: DisplayedCartItem): boolean => listMissing(item).length > 0;

/** What was chosen and can be chosen differently; nothing for a line that is no longer sold. */
const listChosen = (item: DisplayedCartItem): MissingChoice[] =>
  item.productId === null || !item.available
    ? []
    : VARIANT_TYPES.filter(
        (type) => item.variantSelections[type] && listMissing(item).every((each) => each.type !== type),
      ).map((type) => ({
        type,
        label: getChoiceLabel(type, item.product?.category),
      }));

/**
 * What a line offers to choose: what is missing, and what the customer wants to change. A choice stays on the page after it
 * was made, so that it keeps the focus and can be corrected.
 */
function useOfferedChoices(item: DisplayedCartItem) {
  const [offered, setOffered] = useState<readonly MissingChoice[]>([]);
  const withoutOffered = (choices: readonly MissingChoice[]): readonly MissingChoice[] =>
    choices.filter(({ type }) => offered.every((each) => each.type !== type));
  const missing = withoutOffered(listMissing(item));
  if (missing.length > 0) setOffered([...offered, ...missing]);
  const changeable = withoutOffered(listChosen(item));
  return { offered, changeable, offerChangeable: () => setOffered([...offered, ...changeable]) };
}

interface OfferedChoicesProps {
  item: DisplayedCartItem;
  offered: readonly MissingChoice[];
  isRequired?: boolean;
  focusedType?: VariantType | undefined;
  className?: string;
}

function OfferedChoices({ item, offered, isRequired = false, focusedType, className }: OfferedChoicesProps) {
  const variants = useQuery(variantsQuery(offered.length > 0 ? item.productId : null));
  if (offered.length === 0 || item.productId === null) return null;
  return (
    <div className={cn('flex flex-wrap gap-3', className)}>
      <QueryContent
        query={variants}
        skeleton={offered.map(({ type }) => (
          <Skeleton key={type} className="h-20 flex-1 basis-36 rounded-control" />
        ))}
      >
        {(list) =>
          VARIANT_TYPES.flatMap((type) => offered.find((choice) => choice.type === type) ?? []).map((choice) => (
            <Choice
              key={choice.type}
              item={item}
              choice={choice}
              isMissing={listMissing(item).some(({ type }) => type === choice.type)}
              variants={list.filter(({ type }) => type === choice.type)}
              isRequired={isRequired}
              autoFocus={choice.type === focusedType}
            />
          ))
        }
      </QueryContent>
    </div>
  );
}

/** What is still to be chosen for a line, such as its size. */
export function LineChoices({ item, isRequired }: { item: DisplayedCartItem; isRequired: boolean }) {
  const { offered } = useOfferedChoices(item);
  return <OfferedChoices item={item} offered={offered} isRequired={isRequired} />;
}

/** The chosen options as `key: value` pairs with a button to change them in place, and what is still to be chosen. */
export function LineOptions({ item, title }: { item: DisplayedCartItem; title: string }) {
  const { offered, changeable, offerChangeable } = useOfferedChoices(item);
  const [focusedType, setFocusedType] = useState<VariantType>();
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <ChosenOptions selections={item.variantSelections} category={item.product?.category} />
        {changeable.length > 0 && (
          <Button
            variant="link"
            size="sm"
            className="-my-2 px-0"
            aria-label={`Change ${changeable.map(({ label }) => label).join(' and ')} of ${title}`}
            onClick={() => {
              setFocusedType(changeable[0]?.type);
              offerChangeable();
            }}
          >
            Change
          </Button>
        )}
      </div>
      <OfferedChoices item={item} offered={offered} focusedType={focusedType} className="max-w-md pt-1" />
    </>
  );
}
