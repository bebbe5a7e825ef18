import type { DisplayedOwnerEmails } from '@shop/contracts-support';
import { Field, Select, Textarea } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { type Resolver, useWatch } from 'react-hook-form';
import { isMissingCall, PartFailure } from '../failures.js';
import { ListSkeleton } from '../lists/admin-list.js';
import { ownerEmailsQuery, useOwnerEmailsChange } from './owner-emails.queries.js';
import {
  describeFields,
  findErrors,
  formatHour,
  isDaily,
  type OwnerEmailsFields,
  TIMINGS,
  toFields,
  toSettings,
} from './owner-emails.rules.js';
import { SectionFormCard, SettingsSection } from './section-card.js';
import { useSettingsForm } from './use-settings-form.js';

const TITLE = 'Emails to the owner';
const INTRO =
  'News about paid orders and new requests. At once: one email for each, and after ten within ten minutes one about all that follow. Once a day: one email about the day before, none after a day without any. They name customers, with the total or the subject.';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const resolveFields: Resolver<OwnerEmailsFields> = (fields) => {
  const errors = Object.entries(findErrors(fields));
  if (errors.length === 0) return { values: fields, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(errors.map(([name, message]) => [name, { type: 'contract', message }])),
  };
};

function OwnerEmailsForm({ saved }: { saved: DisplayedOwnerEmails }) {
  const section = useSettingsForm({
    ...{ name: 'ownerEmails', saved, toFields, describe: describeFields },
    resolver: resolveFields,
    change: useOwnerEmailsChange(),
    toChange: (fields, version) => ({ settings: toSettings(fields), version }),
  });
  const { control, register, formState } = section.form;
  const { errors } = formState;
  const [orders, requests] = useWatch({ control, name: ['orders', 'requests'] });
  const timings = TIMINGS.map(([timing, label]) => (
    <option key={timing} value={timing}>
      {label}
    </option>
  ));
  return (
    <SectionFormCard section={section} title={TITLE} intro={INTRO}>
      <Field label="Addresses" hint="One a line, at most ten" error={errors.recipients?.message}>
        <Textarea rows={3} autoComplete="off" spellCheck={false} dir="ltr" {...register('recipients')} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Field label="New orders" error={errors.orders?.message}>
          <Select {...register('orders')}>{timings}</Select>
        </Field>
        <Field label="New requests" error={errors.requests?.message}>
          <Select {...register('requests')}>{timings}</Select>
        </Field>
        {isDaily({ orders, requests }) && (
          <Field
            label="Time of the daily email"
            hint={saved.timeZone.replaceAll('_', ' ')}
            error={errors.dailyHour?.message}
          >
            <Select {...register('dailyHour')}>
              {HOURS.map((hour) => (
                <option key={hour} value={hour}>
                  {formatHour(hour)}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
    </SectionFormCard>
  );
}

/** Who gets emails about new orders and requests. The contact service has it: the settings work without. */
export function OwnerEmails() {
  const { data: saved, error, refetch } = useQuery(ownerEmailsQuery);
  if (saved) return <OwnerEmailsForm saved={saved} />;
  if (isMissingCall(error)) return null;
  return (
    <SettingsSection title={TITLE} intro={INTRO}>
      {error ? <PartFailure error={error} missing="" onRetry={refetch} /> : <ListSkeleton />}
    </SettingsSection>
  );
}
