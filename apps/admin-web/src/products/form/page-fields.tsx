import { findKind } from '@shop/contracts-catalog';
import { Field, Textarea } from '@shop/web-ui';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { PictureField } from './picture-field.js';
import type { ProductFields } from './product-fields.rules.js';

interface Props {
  form: UseFormReturn<ProductFields>;
  onUploading: (isUploading: boolean) => void;
}

/** What the product's own page says, beyond title, description and price. */
export function PageFields({ form, onUploading }: Props) {
  const { errors } = form.formState;
  const kind = findKind(useWatch({ control: form.control, name: 'category' }));
  const columns = [kind?.sizeName ?? 'size', ...(kind?.sizeTable.columns ?? ['width', 'height'])];
  const unit = kind?.sizeTable.unit === 'in' ? 'inches' : 'centimeters';
  return (
    <fieldset className="min-w-0 rounded-card border border-border p-4">
      <legend className="px-1 font-semibold">Page of the product</legend>
      <div className="grid gap-4">
        <Field label="Material" error={errors.material?.message}>
          <Textarea rows={2} {...form.register('material')} />
        </Field>
        <Field label="Care" error={errors.care?.message}>
          <Textarea rows={2} {...form.register('care')} />
        </Field>
        <Field
          label="What is printed"
          hint={kind ? `If empty: ${kind.printed}` : undefined}
          error={errors.printed?.message}
        >
          <Textarea rows={2} {...form.register('printed')} />
        </Field>
        <Field
          label="Size table"
          hint={`A line for each size, in ${unit}: ${columns.join('; ').toLowerCase()}. Cells of a spreadsheet can be pasted.`}
          error={errors.sizeTable?.message}
        >
          <Textarea rows={5} spellCheck={false} className="font-mono" {...form.register('sizeTable')} />
        </Field>
        <PictureField form={form} name="backImageUrl" label="Back Picture URL" onUploading={onUploading} />
      </div>
    </fieldset>
  );
}
