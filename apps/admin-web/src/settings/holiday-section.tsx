import type { DisplayedAdminShop, Holiday } from '@shop/contracts-order';
import { Button, Field, Input } from '@shop/web-ui';
import { useWatch } from 'react-hook-form';
import { SectionFormCard } from './section-card.js';
import { type SectionDefinition, useSectionForm } from './use-section-form.js';

const NO_HOLIDAY: Holiday = { from: '', until: '', shipsFrom: '', message: '' };
const isEmpty = (fields: Holiday): boolean => Object.values(fields).every((text) => text.trim() === '');

const HOLIDAY: SectionDefinition<Holiday> = {
  section: 'holiday',
  toFields: ({ holiday }) => holiday ?? NO_HOLIDAY,
  toValue: (fields) => (isEmpty(fields) ? null : fields),
  describe: (fields) =>
    isEmpty(fields)
      ? []
      : [`From ${fields.from} until ${fields.until}, orders ship from ${fields.shipsFrom}`, fields.message].filter(
          Boolean,
        ),
};

const DATES = [
  ['from', 'First day'],
  ['until', 'Last day'],
  ['shipsFrom', 'Orders ship from'],
] as const;

export function HolidaySection({ shop }: { shop: DisplayedAdminShop }) {
  const section = useSectionForm(HOLIDAY, shop);
  const { control, register, setValue, formState } = section.form;
  const { from = '', until = '', shipsFrom = '', message = '' } = useWatch({ control });
  const clear = (): void => {
    for (const name of ['from', 'until', 'shipsFrom', 'message'] as const)
      setValue(name, '', { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  return (
    <SectionFormCard
      section={section}
      title="Holiday"
      intro="From the first to the last day, in the shop’s time zone, one line on products, cart, checkout and unsent orders says when orders ship. All fields empty: no holiday."
    >
      <div className="grid items-start gap-5 sm:grid-cols-3">
        {DATES.map(([name, label]) => (
          <Field key={name} label={label} error={formState.errors[name]?.message}>
            <Input type="date" {...register(name)} />
          </Field>
        ))}
      </div>
      <Field label="A sentence of your own" hint="Optional, after that line" error={formState.errors.message?.message}>
        <Input autoComplete="off" {...register('message')} />
      </Field>
      {!isEmpty({ from, until, shipsFrom, message }) && (
        <div>
          <Button variant="outline" size="sm" onClick={clear}>
            No holiday
          </Button>
        </div>
      )}
    </SectionFormCard>
  );
}
