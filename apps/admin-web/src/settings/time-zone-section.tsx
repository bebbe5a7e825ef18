import { type DisplayedAdminShop, isTimeZone } from '@shop/contracts-order';
import { Field, Input, Select } from '@shop/web-ui';
import { useWatch } from 'react-hook-form';
import { SectionFormCard } from './section-card.js';
import { type SectionDefinition, useSectionForm } from './use-section-form.js';

const TIME_ZONE: SectionDefinition<{ timeZone: string }> = {
  section: 'timeZone',
  toFields: ({ timeZone }) => ({ timeZone }),
  toValue: ({ timeZone }) => timeZone,
  toFieldName: () => 'timeZone',
  describe: ({ timeZone }) => [timeZone],
};

/** Empty in browsers that can't list them. */
const listTimeZones = (): string[] =>
  typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];

const describeNow = (timeZone: string): string | undefined =>
  isTimeZone(timeZone)
    ? `Now it is ${new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(new Date())} there`
    : undefined;

export function TimeZoneSection({ shop }: { shop: DisplayedAdminShop }) {
  const section = useSectionForm(TIME_ZONE, shop);
  const { control, register, formState } = section.form;
  const typed = useWatch({ control, name: 'timeZone' });
  const zones = listTimeZones();
  const options = [...new Set(['UTC', shop.timeZone, typed, ...zones])];
  return (
    <SectionFormCard
      section={section}
      title="Time zone"
      intro="A day of the shop begins at midnight of this zone: figures and the holiday follow it."
    >
      <Field
        label="Time zone"
        hint={describeNow(typed)}
        error={formState.errors.timeZone?.message}
        className="max-w-md"
      >
        {zones.length > 0 ? (
          <Select {...register('timeZone')}>
            {options.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        ) : (
          <Input autoComplete="off" spellCheck={false} {...register('timeZone')} />
        )}
      </Field>
    </SectionFormCard>
  );
}
