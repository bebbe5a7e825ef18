import { getChoiceLabel, VARIANT_TYPES, type VariantType } from '@shop/contracts-catalog';
import { formatDollars } from '@shop/contracts-common';
import type { DisplayedOrderItem, DisplayedPrint, VariantSelections } from '@shop/contracts-order';
import { getErrorMessage } from '@shop/web-kit';
import { useState } from 'react';
import { capitalize } from '../catalogue/product-choice.js';
import {
  ChangeDialog,
  getTooLateMessage,
  type OrderChangeProps,
  sendItemChange,
  useOrderChange,
} from './order-change.js';
import { RadioPills } from './radio-pills.js';

type Choices = DisplayedPrint['choices'];

const listNames = (choices: Choices, type: VariantType): string[] => [
  ...new Set(choices.flatMap(({ selections }) => selections[type] ?? [])),
];

/** An item whose size was never chosen has nothing to change. */
export const getChangeVerb = ({ missingChoices = [] }: DisplayedOrderItem): string =>
  missingChoices.length > 0 ? 'Choose' : 'Change';

/** What can be chosen differently: `size`, `color`. */
export const listChangeableTypes = ({ variantSelections }: DisplayedOrderItem, choices: Choices): VariantType[] =>
  VARIANT_TYPES.filter((type) => listNames(choices, type).some((name) => name !== variantSelections[type]));

/** As shoppers call them. */
export const listLabels = ({ category }: DisplayedOrderItem, types: readonly VariantType[]): string[] =>
  types.map((type) => getChoiceLabel(type, category));

const findChoice = (choices: Choices, { size, color }: VariantSelections): Choices[number] | undefined =>
  choices.find(({ selections }) => selections.size === size && selections.color === color);

/** The choices that agree with what is chosen so far. */
const filterChoices = (choices: Choices, chosen: VariantSelections): Choices =>
  choices.filter(({ selections }) => VARIANT_TYPES.every((type) => !chosen[type] || selections[type] === chosen[type]));

/** What is chosen otherwise is dropped if it does not come with it, or not at this price. */
function choose(choices: Choices, chosen: VariantSelections, change: VariantSelections): VariantSelections {
  const changed = { ...chosen, ...change };
  return filterChoices(choices, changed).length > 0 ? changed : change;
}

/** Empty if everything is chosen. */
const describeMissing = (
  item: DisplayedOrderItem,
  choices: Choices,
  chosen: VariantSelections,
  types: readonly VariantType[],
): string =>
  types
    .filter((type) => !chosen[type])
    .map(
      (type) =>
        `Please choose a ${getChoiceLabel(type, item.category)}: ${listNames(filterChoices(choices, chosen), type).join(', ')}.`,
    )
    .join(' ');

interface Props extends OrderChangeProps {
  item: DisplayedOrderItem;
  choices: Choices;
  isOutOfStock: boolean;
}

/** Sizes and colours at the price that was paid, or a lower one, whose difference is refunded. */
export function ChangeChoices({ access, customerOrder, onClose, item, choices, isOutOfStock }: Props) {
  const { size, color } = item.variantSelections;
  const types = listChangeableTypes(item, choices);
  const labels = listLabels(item, types);
  const [chosen, setChosen] = useState<VariantSelections>({ size, color });
  const changedTypes = types.filter((type) => chosen[type] !== item.variantSelections[type]);
  const { submitChange, isPending, error } = useOrderChange<VariantSelections>({
    access,
    send: (variantSelections) => sendItemChange(access, item.id, { variantSelections }),
    successToast: {
      title: `${capitalize(listLabels(item, changedTypes).join(' and '))} changed`,
      description: 'Your print file is made again.',
    },
    onDone: onClose,
  });
  const isDirty = changedTypes.length > 0;
  const choice = findChoice(choices, chosen);
  const refund = choice && Number(choice.refund) > 0 ? formatDollars(choice.refund) : null;

  return (
    <ChangeDialog
      title={isOutOfStock ? `Choose another ${labels.join(' or ')}` : `${getChangeVerb(item)} ${labels.join(' and ')}`}
      description={
        <>
          <bdi>{item.title}</bdi>: what costs no more than you paid. If it is cheaper, the difference goes back to you.
        </>
      }
      shape="dialog"
      isDirty={isDirty}
      isIncomplete={!choice}
      isPending={isPending}
      error={error && getErrorMessage(error)}
      tooLateMessage={getTooLateMessage(customerOrder)}
      save={{ onSave: () => choice && submitChange(choice.selections) }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        {types.map((type) => (
          <RadioPills
            key={type}
            legend={capitalize(getChoiceLabel(type, item.category))}
            name={`order-${type}`}
            options={listNames(choices, type).map((name) => ({ value: name, label: name }))}
            chosen={chosen[type]}
            isPending={isPending}
            onChoose={(name) => setChosen(choose(choices, chosen, { [type]: name }))}
          />
        ))}
        <p role="status" className="min-h-6 font-semibold">
          {describeMissing(item, choices, chosen, types) || (isDirty && refund && `${refund} goes back to you.`)}
        </p>
      </div>
    </ChangeDialog>
  );
}
