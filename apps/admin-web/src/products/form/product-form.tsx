import { PRODUCT_CATEGORIES, type DisplayedAdminProduct } from '@shop/contracts/catalog';
import { useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input, Select, Textarea } from '@shop/web-ui';
import { useEffect } from 'react';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { FailureReason } from '../../failure-reason.js';
import { getCategoryName } from '../category-names.js';
import { useIdempotencyKey } from '../../use-idempotency-key.js';
import { useProductChanges } from '../use-product-changes.js';
import { AreaFields } from './area-fields.js';
import { ConflictPanel } from './conflict-panel.js';
import { PictureField } from './picture-field.js';
import { productPayloadSchema, toFieldName, toFields, toForm, type ProductFields } from './product-fields.rules.js';
import { isConflict, useConflict } from './use-conflict.js';

const resolver: Resolver<ProductFields> = (fields) => {
  const parsed = productPayloadSchema.safeParse(toForm(fields, fields));
  if (parsed.success) return { values: fields, errors: {} };
  const errors: FieldErrors<ProductFields> = {};
  for (const { path, message } of parsed.error.issues) errors[toFieldName(path)] ??= { type: 'contract', message };
  return { values: {}, errors };
};

/** A conflict has its own panel. */
const withoutConflict = (error: Error | null): Error | null => (isConflict(error) ? null : error);

interface Props {
  product: DisplayedAdminProduct | null;
  /** Reports whether the form has unsaved changes. */
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** Creates a product, or changes the given one. */
export function ProductForm({ product, onDirty, onDone }: Props) {
  const { create, update } = useProductChanges();
  const getIdempotencyKey = useIdempotencyKey();
  const createOnce = useSingleFlight(create);
  const updateOnce = useSingleFlight(update);
  const form = useForm({ resolver, defaultValues: toFields(product) });
  const { errors, isDirty } = form.formState;
  const conflict = useConflict(form, product);
  const categories = [...new Set([...PRODUCT_CATEGORIES, conflict.base.fields.category])];
  const isSaving = create.isPending || update.isPending;

  useEffect(() => {
    onDirty(isDirty);
  }, [onDirty, isDirty]);

  const handleDone = (): void => {
    onDirty(false);
    onDone();
  };
  const submit = form.handleSubmit((fields) => {
    const payload = productPayloadSchema.parse(toForm(fields, conflict.base.fields));
    if (product)
      updateOnce(
        { id: product.id, change: { ...payload, version: conflict.base.version } },
        { onSuccess: handleDone, onError: conflict.handleSaveError },
      );
    else createOnce({ key: getIdempotencyKey(payload), form: { ...payload, active: true } }, { onSuccess: handleDone });
  });

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Title" error={errors.title?.message}>
        <Input {...form.register('title')} />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea rows={3} {...form.register('description')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Category" error={errors.category?.message}>
          {/* Mounted again with other options, so that the select shows a value that is new among them. */}
          <Select key={categories.join()} {...form.register('category')}>
            {categories.map((category) => (
              <option key={category} value={category}>
                {getCategoryName(category)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Base Price" error={errors.basePrice?.message}>
          <Input type="number" inputMode="decimal" min={0} step={0.01} {...form.register('basePrice')} />
        </Field>
      </div>
      <PictureField form={form} name="imageUrl" label="Image URL" />
      <PictureField form={form} name="mockupTemplateUrl" label="Mockup Template URL" />
      <AreaFields form={form} product={product} />
      <ConflictPanel conflict={conflict} />
      <FailureReason error={create.error ?? withoutConflict(update.error)} />
      <Button type="submit" size="lg" disabledFocusable={isSaving} className="mt-2">
        {isSaving ? 'Saving...' : product ? 'Update Product' : 'Create Product'}
      </Button>
      {!product && (
        <p className="text-center text-sm text-muted-foreground">
          Sizes and colors are added once the product is there.
        </p>
      )}
    </form>
  );
}
