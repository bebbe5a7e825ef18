import { DAYS_MAX, type DisplayedAdminShop } from '@shop/contracts-order';
import { Field, Input } from '@shop/web-ui';
import { SectionFormCard } from './section-card.js';
import { type SectionDefinition, useSectionForm } from './use-section-form.js';

const ROWS = [
  ['production', 'Production'],
  ['us', 'To the United States'],
  ['canada', 'To Canada'],
  ['europe', 'To Europe'],
  ['rest', 'To the rest of the world'],
] as const;
type RowName = (typeof ROWS)[number][0];
type DaysFields = Record<RowName, { min: string; max: string }>;

const mapRows = <Value,>(toValue: (name: RowName) => Value): Record<RowName, Value> =>
  Object.fromEntries(ROWS.map(([name]) => [name, toValue(name)])) as Record<RowName, Value>;

/** An empty field is no number, which the schema names. */
const toNumber = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

const DELIVERY_DAYS: SectionDefinition<DaysFields> = {
  section: 'deliveryDays',
  toFields: ({ deliveryDays }) =>
    mapRows((name) => ({ min: String(deliveryDays[name]?.min ?? ''), max: String(deliveryDays[name]?.max ?? '') })),
  toValue: (fields) =>
    mapRows((name) => {
      const { min, max } = fields[name];
      return min.trim() === '' && max.trim() === '' ? null : { min: toNumber(min), max: toNumber(max) };
    }),
  describe: (fields) =>
    ROWS.flatMap(([name, label]) => {
      const { min, max } = fields[name];
      return min === '' ? [] : [`${label}: ${min} to ${max} days`];
    }),
};

export function DeliveryDaysSection({ shop }: { shop: DisplayedAdminShop }) {
  const section = useSectionForm(DELIVERY_DAYS, shop);
  const { register, formState } = section.form;
  return (
    <SectionFormCard
      section={section}
      title="Production and transit"
      intro="In business days. Where both fields are empty, nothing is promised. The price of shipping is the same for all."
    >
      {ROWS.map(([name, label]) => (
        <fieldset key={name} className="min-w-0">
          <legend className="mb-2 font-semibold">{label}</legend>
          <div className="grid max-w-md grid-cols-2 items-start gap-4">
            {(['min', 'max'] as const).map((end) => (
              <Field
                key={end}
                label={end === 'min' ? 'At least' : 'At most'}
                error={formState.errors[name]?.[end]?.message}
              >
                <Input
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={DAYS_MAX}
                  step={1}
                  {...register(`${name}.${end}`)}
                />
              </Field>
            ))}
          </div>
        </fieldset>
      ))}
    </SectionFormCard>
  );
}
