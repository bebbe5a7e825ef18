import { type Carrier, CARRIERS_MAX, DEFAULT_CARRIERS, type DisplayedAdminShop } from '@shop/contracts-order';
import { Field, Input } from '@shop/web-ui';
import { useFieldArray } from 'react-hook-form';
import { RowButtons } from './row-buttons.js';
import { RowList } from './row-list.js';
import { SectionFormCard } from './section-card.js';
import { type SectionDefinition, useSectionForm } from './use-section-form.js';

interface CarrierFields {
  carriers: Carrier[];
}

const areDefault = (carriers: readonly Carrier[]): boolean =>
  carriers.length === DEFAULT_CARRIERS.length &&
  carriers.every(
    ({ name, trackingUrl }, index) =>
      name === DEFAULT_CARRIERS[index]?.name && trackingUrl === DEFAULT_CARRIERS[index].trackingUrl,
  );

const CARRIERS: SectionDefinition<CarrierFields> = {
  section: 'carriers',
  toFields: ({ carriers }) => ({ carriers: carriers ?? [...DEFAULT_CARRIERS] }),
  toValue: ({ carriers }) => (areDefault(carriers) ? null : carriers),
  toFieldName: (path) => ['carriers', ...path].join('.'),
  describe: ({ carriers }) => carriers.map(({ name, trackingUrl }) => `${name}: ${trackingUrl}`),
};

export function CarriersSection({ shop }: { shop: DisplayedAdminShop }) {
  const section = useSectionForm(CARRIERS, shop);
  const { control, register, formState } = section.form;
  const { fields, append, remove } = useFieldArray({ control, name: 'carriers' });
  return (
    <SectionFormCard
      section={section}
      title="Carriers"
      intro={
        <>
          Customers follow their parcels at these addresses, on their order’s page and from emails.{' '}
          <code>{'{number}'}</code> stands for the tracking number. “DHL” is also for “DHL Express”, unless that is in
          the list too.
        </>
      }
    >
      <RowList
        label="Carriers"
        none="No carriers: parcels have no link."
        rows={fields}
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
        addLabel="Add carrier"
        max={CARRIERS_MAX}
        onAdd={() => append({ name: '', trackingUrl: '' })}
        onRemove={remove}
      >
        {({ name }, index, removeRow) => (
          <>
            <Field label="Carrier" error={formState.errors.carriers?.[index]?.name?.message}>
              <Input autoComplete="off" {...register(`carriers.${index}.name`)} />
            </Field>
            <Field label="Tracking address" error={formState.errors.carriers?.[index]?.trackingUrl?.message}>
              <Input
                inputMode="url"
                placeholder="https://"
                autoComplete="off"
                spellCheck={false}
                {...register(`carriers.${index}.trackingUrl`)}
              />
            </Field>
            <div className="sm:mt-8">
              <RowButtons
                label={name || `carrier ${index + 1}`}
                index={index}
                count={fields.length}
                onRemove={removeRow}
              />
            </div>
          </>
        )}
      </RowList>
    </SectionFormCard>
  );
}
