import { type DisplayedAdminShop, type ShopSection, shopSettingsSchema } from '@shop/contracts-order';
import { isConflict, useSingleFlight } from '@shop/web-kit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, set, useForm, type UseFormReturn } from 'react-hook-form';
import { useDraft } from '../forms.js';
import { useShopChange } from './settings.queries.js';

/** How a section of the settings is a form. */
export interface SectionDefinition<Fields extends FieldValues> {
  section: ShopSection;
  toFields: (shop: DisplayedAdminShop) => Fields;
  /** What is sent. It need not be valid. */
  toValue: (fields: Fields) => unknown;
  /** The field of an error. Default: its path in the value. */
  toFieldName?: (path: readonly PropertyKey[]) => string;
  /** The saved values in lines, for an admin who typed something else. */
  describe: (fields: Fields) => readonly string[];
}

export interface Draft<Fields> {
  version: number;
  fields: Fields;
}

export function parseDraft<Fields>(text: string | null): Draft<Fields> | null {
  try {
    return text === null ? null : (JSON.parse(text) as Draft<Fields>);
  } catch {
    return null;
  }
}

function createResolver<Fields extends FieldValues>({
  section,
  toValue,
  toFieldName = (path) => path.join('.'),
}: SectionDefinition<Fields>): Resolver<Fields> {
  return (fields) => {
    const parsed = shopSettingsSchema.shape[section].safeParse(toValue(fields));
    if (parsed.success) return { values: fields, errors: {} };
    const errors = {};
    for (const { path, message } of [...parsed.error.issues].reverse())
      set(errors, toFieldName(path), { type: 'contract', message });
    return { values: {}, errors };
  };
}

export interface SectionForm<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  isSaving: boolean;
  error: Error | null;
  /** What somebody else has saved in between, which the next save replaces. Null without a conflict. */
  savedByOthers: readonly string[] | null;
  save: () => void;
  discard: () => void;
}

/** Starts with the stored values, and stores what is typed from then on; null once it is as saved. */
export function useDraftOf<Fields extends FieldValues>(
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

/**
 * The form of a section. What is typed is stored until it is saved or discarded, also while another tab is open. A conflict keeps it too.
 */
export function useSectionForm<Fields extends FieldValues>(
  definition: SectionDefinition<Fields>,
  shop: DisplayedAdminShop,
): SectionForm<Fields> {
  const { section, toFields, toValue, describe } = definition;
  const [draft, setDraft] = useDraft(`settings:${section}`);
  const [restored] = useState(() => parseDraft<Fields>(draft));
  const [hasConflict, setConflict] = useState(false);
  const change = useShopChange();
  const changeOnce = useSingleFlight(change);
  const form = useForm<Fields>({
    resolver: createResolver(definition),
    defaultValues: toFields(shop) as DefaultValues<Fields>,
  });
  /** The version on which the typed values are based; after a conflict, which the form displays, the newest one. */
  const version = (hasConflict ? undefined : parseDraft(draft)?.version) ?? shop.version;
  useDraftOf(form, restored, (fields) =>
    setDraft(fields && JSON.stringify({ version, fields } satisfies Draft<Fields>)),
  );

  const shownVersion = useRef(shop.version);
  const showNewest = useEffectEvent((): void => {
    if (shownVersion.current === shop.version) return;
    shownVersion.current = shop.version;
    if (!form.formState.isDirty) form.reset(toFields(shop));
  });
  useEffect(() => {
    showNewest();
  }, [shop.version]);
  const show = (newest: DisplayedAdminShop): void => {
    form.reset(toFields(newest));
    setConflict(false);
    setDraft(null);
  };

  const submit = form.handleSubmit((fields) =>
    changeOnce(
      { section, value: toValue(fields), version },
      {
        onSuccess: show,
        onError: (error) => {
          if (isConflict(error)) setConflict(true);
        },
      },
    ),
  );

  return {
    form,
    isSaving: change.isPending,
    error: change.error,
    savedByOthers: hasConflict && form.formState.isDirty ? describe(toFields(shop)) : null,
    save: () => void submit(),
    discard: () => {
      change.reset();
      show(shop);
    },
  };
}
