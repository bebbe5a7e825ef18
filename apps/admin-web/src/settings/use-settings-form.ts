import { isConflict, useSingleFlight } from '@shop/web-kit';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm, type UseFormReturn } from 'react-hook-form';
import { useDraft } from '../forms.js';

interface Draft<Fields> {
  /** On which the typed values are based. */
  version: number;
  fields: Fields;
}

function parseDraft<Fields>(text: string | null): Draft<Fields> | null {
  try {
    return text === null ? null : (JSON.parse(text) as Draft<Fields>);
  } catch {
    return null;
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Starts with the stored values, and stores what is typed from then on; null once it is as saved. */
function useStoredInput<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  restored: Draft<Fields> | null,
  store: (fields: Fields | null) => void,
): void {
  const storeTyped = useEffectEvent((): void => {
    store(form.formState.isDirty ? form.getValues() : null);
  });
  useEffect(() => {
    if (restored) form.reset(restored.fields, { keepDefaultValues: true });
    return form.subscribe({ formState: { values: true, isDirty: true }, callback: () => storeTyped() });
  }, [form, restored]);
}

interface Options<Saved, Fields extends FieldValues, Change> {
  /** Of the draft. */
  name: string;
  saved: Saved;
  toFields: (saved: Saved) => Fields;
  /** The saved values in lines, for an admin who typed something else. */
  describe: (fields: Fields) => readonly string[];
  resolver: Resolver<Fields>;
  change: UseMutationResult<Saved, Error, Change>;
  toChange: (fields: Fields, version: number) => Change;
}

export interface SettingsForm<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  isSaving: boolean;
  error: Error | null;
  /** What another admin has saved in between, which the next save replaces. Null without a conflict. */
  savedByOthers: readonly string[] | null;
  save: () => void;
  discard: () => void;
}

/**
 * A form of settings that have a version. What is typed is stored until it is saved or discarded, also while another tab is open. A conflict keeps
 * it too, and so does a save during which it was typed.
 */
export function useSettingsForm<Saved extends { version: number }, Fields extends FieldValues, Change>({
  name,
  saved,
  toFields,
  describe,
  resolver,
  change,
  toChange,
}: Options<Saved, Fields, Change>): SettingsForm<Fields> {
  const [draft, setDraft] = useDraft(`settings:${name}`);
  const [restored] = useState(() => parseDraft<Fields>(draft));
  const [hasConflict, setConflict] = useState(false);
  const changeOnce = useSingleFlight(change);
  const form = useForm<Fields>({ resolver, defaultValues: toFields(saved) as DefaultValues<Fields> });
  /** After a conflict, which the form displays, the typed values are based on the newest version. */
  const version = (hasConflict ? undefined : parseDraft(draft)?.version) ?? saved.version;
  const storeDraft = (next: Draft<Fields> | null): void => setDraft(next && JSON.stringify(next));
  useStoredInput(form, restored, (fields) => storeDraft(fields && { version, fields }));

  const displayedVersion = useRef(saved.version);
  const showNewest = useEffectEvent((): void => {
    if (displayedVersion.current === saved.version) return;
    displayedVersion.current = saved.version;
    if (!form.formState.isDirty) form.reset(toFields(saved));
  });
  useEffect(() => {
    showNewest();
  }, [saved.version]);
  const show = (newest: Saved): void => {
    form.reset(toFields(newest));
    setConflict(false);
    storeDraft(null);
  };
  /** What was typed while the change was being saved stays, as a further change. */
  const keepTyped = (newest: Saved): void => {
    form.reset(toFields(newest), { keepValues: true, keepDirty: true });
    setConflict(false);
    storeDraft({ version: newest.version, fields: form.getValues() });
  };

  const submit = form.handleSubmit((fields) =>
    changeOnce(toChange(fields, version), {
      onSuccess: (newest) => (isSame(form.getValues(), fields) ? show(newest) : keepTyped(newest)),
      onError: (error) => {
        if (isConflict(error)) setConflict(true);
      },
    }),
  );

  return {
    form,
    isSaving: change.isPending,
    error: change.error,
    savedByOthers: hasConflict && form.formState.isDirty ? describe(toFields(saved)) : null,
    save: () => void submit(),
    discard: () => {
      change.reset();
      show(saved);
    },
  };
}
