import { type DisplayedAdminShop, type ShopSection, shopSettingsSchema } from '@shop/contracts-order';
import { type FieldValues, type Resolver, set } from 'react-hook-form';
import { useShopChange } from './settings.queries.js';
import { type SettingsForm, useSettingsForm } from './use-settings-form.js';

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

/** The form of a section of `GET /api/admin/shop`. */
export function useSectionForm<Fields extends FieldValues>(
  definition: SectionDefinition<Fields>,
  shop: DisplayedAdminShop,
): SettingsForm<Fields> {
  const { section, toFields, toValue, describe } = definition;
  return useSettingsForm({
    ...{ name: section, saved: shop, toFields, describe },
    resolver: createResolver(definition),
    change: useShopChange(),
    toChange: (fields, version) => ({ section, value: toValue(fields), version }),
  });
}
