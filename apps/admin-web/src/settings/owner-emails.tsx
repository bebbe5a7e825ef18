import type { DisplayedOwnerEmails } from '@shop/contracts-support';
import { isConflict, useSingleFlight } from '@shop/web-kit';
import { Field, Select, Textarea } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { isMissingCall, PartFailure } from '../failures.js';
import { useDraft } from '../forms.js';
import { ListSkeleton } from '../lists/admin-list.js';
import { ownerEmailsQuery, useOwnerEmailsChange } from './owner-emails.queries.js';
import {
  describeSettings,
  formatHour,
  isDaily,
  type OwnerEmailsFields,
  parseFields,
  TIMINGS,
  toFields,
} from './owner-emails.rules.js';
import { SectionFormCard, SettingsSection } from './section-card.js';
import { type Draft, parseDraft, type SectionForm, useDraftOf } from './use-section-form.js';

const TITLE = 'Emails to the owner';
const INTRO =
  'News about paid orders and new requests. At once: one email for each, and after ten within ten minutes one about all that follow. Once a day: one email about the day before, none after a day without any. They name customers, with the total or the subject.';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const resolveFields: Resolver<OwnerEmailsFields> = (fields) => {
  const { settings, errors } = parseFields(fields);
  if (settings) return { values: fields, errors: {} };
  const entries = Object.entries(errors).map(([name, message]) => [name, { type: 'contract', message }] as const);
  return { values: {}, errors: Object.fromEntries(entries) };
};

/** What is typed is stored until it is saved or discarded, as in the other sections. */
function useOwnerEmailsForm(saved: DisplayedOwnerEmails): SectionForm<OwnerEmailsFields> {
  const [draft, setDraft] = useDraft('settings:ownerEmails');
  const [restored] = useState(() => parseDraft<OwnerEmailsFields>(draft));
  const [hasConflict, setConflict] = useState(false);
  const change = useOwnerEmailsChange();
  const changeOnce = useSingleFlight(change);
  const form = useForm<OwnerEmailsFields>({ resolver: resolveFields, defaultValues: toFields(saved) });
  const { isDirty } = form.formState;
  const show = (newest: DisplayedOwnerEmails): void => {
    form.reset(toFields(newest));
    setConflict(false);
    setDraft(null);
  };
  useDraftOf(form, restored, (fields) =>
    setDraft(fields && JSON.stringify({ version: fields.version, fields } satisfies Draft<OwnerEmailsFields>)),
  );
  const shownVersion = useRef(saved.version);
  const showNewest = useEffectEvent((): void => {
    if (shownVersion.current === saved.version) return;
    shownVersion.current = saved.version;
    if (!isDirty) form.reset(toFields(saved));
  });
  useEffect(() => {
    showNewest();
  }, [saved.version]);
  const submit = form.handleSubmit((fields) => {
    const { settings } = parseFields(fields);
    if (!settings) return;
    changeOnce(
      // After a conflict, which the form displays, the newest version is replaced.
      { settings, version: hasConflict ? saved.version : fields.version },
      {
        onSuccess: show,
        onError: (error) => {
          if (isConflict(error)) setConflict(true);
        },
      },
    );
  });
  return {
    form,
    isSaving: change.isPending,
    error: change.error,
    savedByOthers: hasConflict && isDirty ? describeSettings(saved) : null,
    save: () => void submit(),
    discard: () => {
      change.reset();
      show(saved);
    },
  };
}

function OwnerEmailsForm({ saved }: { saved: DisplayedOwnerEmails }) {
  const section = useOwnerEmailsForm(saved);
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
