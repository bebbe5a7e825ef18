import { type Carrier, CARRIERS_MAX, DEFAULT_CARRIERS, type DisplayedAdminShop } from '@shop/contracts-order';
import { Button, Field, Input } from '@shop/web-ui';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { RowButtons } from './row-buttons.js';
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
  const addButton = useRef<HTMLButtonElement>(null);
  const handleRemove = (index: number): void => {
    remove(index);
    addButton.current?.focus();
  };
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
      {fields.length === 0 && <p className="text-muted-foreground">No carriers: parcels have no link.</p>}
      <ul aria-label="Carriers" className="grid gap-5 empty:hidden">
        {fields.map(({ id, name }, index) => (
          <li key={id} className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]">
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
                onRemove={handleRemove}
              />
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button
          ref={addButton}
          variant="outline"
          size="sm"
          disabledFocusable={fields.length >= CARRIERS_MAX}
          onClick={() => append({ name: '', trackingUrl: '' })}
        >
          <Plus aria-hidden />
          Add carrier
        </Button>
      </div>
    </SectionFormCard>
  );
}
