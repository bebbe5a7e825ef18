import { VARIANT_TYPES, type DisplayedVariant } from '@shop/contracts/catalog';
import type { DisplayedCartItem, MissingChoice } from '@shop/contracts/order';
import { getErrorMessage, QueryContent } from '@shop/web-kit';
import { cn, Field, Select, Skeleton } from '@shop/web-ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { capitalize, formatVariant } from '../catalogue/product-choice.js';
import { variantsQuery } from '../catalogue/products.queries.js';
import { useCartItemChoice } from './use-cart-item.js';

interface ChoiceProps {
  item: DisplayedCartItem;
  choice: MissingChoice;
  isMissing: boolean;
  variants: readonly DisplayedVariant[];
  /** The customer tried to go on without choosing. */
  isRequired: boolean;
}

/** One choice as a select. An error says why the last one was not taken. */
function Choice({ item, choice: { type, label }, isMissing, variants, isRequired }: ChoiceProps) {
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
      <Select value={chosen} onChange={(event) => choose(event.currentTarget.value)} aria-busy={isPending}>
        {isMissing && <option value="">Choose a {label}</option>}
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

interface Props {
  item: DisplayedCartItem;
  isRequired?: boolean;
  className?: string;
}

/**
 * What is still to be chosen for a line, such as its size. A choice stays on the page after it was made, so that it keeps
 * the focus and can be corrected.
 */
export function LineChoices({ item, isRequired = false, className }: Props) {
  const [offered, setOffered] = useState(listMissing(item));
  const isMissing = (type: MissingChoice['type']): boolean => listMissing(item).some((each) => each.type === type);
  const added = listMissing(item).filter(({ type }) => offered.every((each) => each.type !== type));
  if (added.length > 0) setOffered([...offered, ...added]);
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
              isMissing={isMissing(choice.type)}
              variants={list.filter(({ type }) => type === choice.type)}
              isRequired={isRequired}
            />
          ))
        }
      </QueryContent>
    </div>
  );
}
