import { zodResolver } from '@hookform/resolvers/zod';
import { PRODUCT_CATEGORIES, productFormSchema, type Product, type ProductForm as ProductFields } from '@shop/contracts/catalog';
import { Button, Field, Input, Select, Textarea } from '@shop/web-ui';
import { useForm } from 'react-hook-form';
import { CATEGORY_NAMES } from './category-names.js';
import { useProductChanges } from './use-product-changes.js';

const valuesOf = (product: Product | null): ProductFields => ({
  title: product?.title ?? '',
  description: product?.description ?? '',
  category: product?.category ?? 'tshirt',
  basePrice: product?.basePrice ?? '0',
  imageUrl: product?.imageUrl ?? '',
  mockupTemplateUrl: product?.mockupTemplateUrl ?? '',
});

/** Makes a product, or changes the one given. */
export function ProductForm({ product, onDone }: { product: Product | null; onDone: () => void }) {
  const { create, update } = useProductChanges();
  const form = useForm({ resolver: zodResolver(productFormSchema), defaultValues: valuesOf(product) });
  const { errors } = form.formState;
  const isSaving = create.isPending || update.isPending;

  const submit = form.handleSubmit((fields) => {
    if (product) update.mutate({ id: product.id, change: fields }, { onSuccess: onDone });
    else create.mutate({ ...fields, active: true }, { onSuccess: onDone });
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
          <Select {...form.register('category')}>
            {PRODUCT_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {CATEGORY_NAMES[category]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Base Price" error={errors.basePrice?.message}>
          <Input type="number" inputMode="decimal" min={0} step={0.01} {...form.register('basePrice')} />
        </Field>
      </div>
      <Field label="Image URL" hint="Optional" error={errors.imageUrl?.message}>
        <Input inputMode="url" placeholder="https://" {...form.register('imageUrl')} />
      </Field>
      <Field label="Mockup Template URL" hint="Optional" error={errors.mockupTemplateUrl?.message}>
        <Input inputMode="url" placeholder="https://" {...form.register('mockupTemplateUrl')} />
      </Field>
      <Button type="submit" size="lg" disabled={isSaving} className="mt-2">
        {isSaving ? 'Saving...' : product ? 'Update Product' : 'Create Product'}
      </Button>
    </form>
  );
}
