import { getKindName, PRODUCT_CATEGORIES, type DisplayedAdminProduct } from '@shop/contracts-catalog';
import { isConflict, useIdempotencyKey, useSingleFlight } from '@shop/web-kit';
import { Button, cn, Field, Input, Picture, Select, Textarea, FormError } from '@shop/web-ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm, useWatch, type FieldErrors, type Resolver, type UseFormReturn } from 'react-hook-form';
import { getChangeError } from '../../failures.js';
import { findMargin } from '../product-margin.rules.js';
import { useProductChanges } from '../products.queries.js';
import { ConflictPanel, useConflict } from './conflict.js';
import { PageFields } from './page-fields.js';
import { PictureField } from './picture-field.js';
import {
  productPayloadSchema,
  toFieldName,
  toFields,
  toForm,
  type FieldName,
  type ProductFields,
} from './product-fields.rules.js';

type Form = UseFormReturn<ProductFields>;

function NumberField({ form, name, label, step }: { form: Form; name: FieldName; label: string; step: number }) {
  return (
    <Field label={label} error={form.formState.errors[name]?.message}>
      <Input type="number" inputMode="decimal" min={0} step={step} {...form.register(name)} />
    </Field>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 rounded-card border border-border p-4">
      <legend className="px-1 font-semibold">{title}</legend>
      <div className="grid gap-4">{children}</div>
    </fieldset>
  );
}

/** The print area, drawn on the picture. */
function AreaOnPicture({ form }: { form: Form }) {
  const [imageUrl, x, y, width, height, shape] = useWatch({
    control: form.control,
    name: ['imageUrl', 'pictureX', 'pictureY', 'pictureWidth', 'pictureHeight', 'printShape'],
  });
  return (
    <div className="relative w-full max-w-56 overflow-hidden rounded-control">
      <Picture
        src={imageUrl || null}
        alt="The print area on the picture"
        sizes="224px"
        className="block aspect-square w-full object-fill"
      />
      <span
        className={cn(
          'absolute forced-color-adjust-none border-2 border-dashed border-white bg-primary/25 mix-blend-normal outline outline-black/60',
          shape === 'round' && 'rounded-full',
        )}
        style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
      />
    </div>
  );
}

/** The size of the print and its area on the picture: the defaults of picture or category, or the product's own. */
function AreaFields({ form, product }: { form: Form; product: DisplayedAdminProduct | null }) {
  const [printArea, pictureArea] = useWatch({ control: form.control, name: ['printArea', 'pictureArea'] });
  const sizeHint =
    product?.printArea && !product.hasOwnPrintArea
      ? `Now ${product.printArea.widthPx} × ${product.printArea.heightPx} px at 300 dpi`
      : 'In pixels at 300 dpi';
  return (
    <>
      <FieldGroup title="Print area">
        <Field label="Size of the print" hint={sizeHint}>
          <Select {...form.register('printArea')}>
            <option value="default">As picture or category</option>
            <option value="own">This product’s own</option>
          </Select>
        </Field>
        {printArea === 'own' && (
          <div className="grid gap-4 min-[26rem]:grid-cols-3">
            <NumberField form={form} name="printWidth" label="Width, px" step={1} />
            <NumberField form={form} name="printHeight" label="Height, px" step={1} />
            <Field label="Shape" error={form.formState.errors.printShape?.message}>
              <Select {...form.register('printShape')}>
                <option value="rectangle">Rectangle</option>
                <option value="round">Round</option>
              </Select>
            </Field>
          </div>
        )}
      </FieldGroup>
      <FieldGroup title="Area on the picture">
        <Field label="Where the print lies">
          <Select {...form.register('pictureArea')}>
            <option value="default">As the picture has it</option>
            <option value="own">This product’s own</option>
          </Select>
        </Field>
        {pictureArea === 'own' && (
          <div className="grid items-start gap-4 min-[26rem]:grid-cols-[1fr_auto]">
            <div className="grid grid-cols-2 gap-4">
              <NumberField form={form} name="pictureX" label="Left, %" step={0.1} />
              <NumberField form={form} name="pictureY" label="Top, %" step={0.1} />
              <NumberField form={form} name="pictureWidth" label="Width, %" step={0.1} />
              <NumberField form={form} name="pictureHeight" label="Height, %" step={0.1} />
            </div>
            <AreaOnPicture form={form} />
          </div>
        )}
      </FieldGroup>
    </>
  );
}

const resolver: Resolver<ProductFields> = (fields) => {
  const parsed = productPayloadSchema.safeParse(toForm(fields, toFields(null)));
  if (parsed.success) return { values: fields, errors: {} };
  const errors: FieldErrors<ProductFields> = {};
  for (const { path, message } of parsed.error.issues) errors[toFieldName(path)] ??= { type: 'contract', message };
  return { values: {}, errors };
};

/** A conflict has its own panel. */
const withoutConflict = (error: Error | null): Error | null => (isConflict(error) ? null : error);

/** What one piece costs the shop, and what is left of the price. Shoppers never see it. */
function CostField({ form }: { form: Form }) {
  const [basePrice, cost] = useWatch({ control: form.control, name: ['basePrice', 'cost'] });
  const margin = findMargin(basePrice, cost);
  return (
    <div className="grid items-start gap-x-4 gap-y-2 sm:col-span-2 sm:grid-cols-2">
      <Field label="Cost" hint="Of one piece; only admins see it" error={form.formState.errors.cost?.message}>
        <Input type="number" inputMode="decimal" min={0} step={0.01} {...form.register('cost')} />
      </Field>
      <p role="status" className={cn('font-semibold tabular-nums sm:mt-10', margin?.isLoss && 'text-destructive-text')}>
        {margin?.text}
      </p>
    </div>
  );
}

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
  // A server of the specification has no cost and no page; a new product gets them where others have them.
  const hasCost = product === null || product.cost !== undefined;
  const hasDetails = product === null || product.details !== undefined;
  const categories = [...new Set([...PRODUCT_CATEGORIES, conflict.base.fields.category])];
  const isSaving = create.isPending || update.isPending;
  const [isImageUploading, setImageUploading] = useState(false);
  const [isMockupUploading, setMockupUploading] = useState(false);
  const [isBackUploading, setBackUploading] = useState(false);
  const isUploading = isImageUploading || isMockupUploading || isBackUploading;

  useEffect(() => {
    onDirty(isDirty);
  }, [onDirty, isDirty]);

  const handleDone = (): void => {
    onDirty(false);
    onDone();
  };
  const submit = form.handleSubmit((fields) => {
    if (isUploading) return;
    const payload = productPayloadSchema.parse(toForm(fields, conflict.base.fields));
    if (product)
      updateOnce(
        { id: product.id, version: conflict.base.version, change: payload },
        { onSuccess: handleDone, onError: conflict.handleSaveError },
      );
    else createOnce({ key: getIdempotencyKey(payload), form: { ...payload, active: true } }, { onSuccess: handleDone });
  });
  const failure = create.error ?? withoutConflict(update.error);

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
                {getKindName(category)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Base Price" error={errors.basePrice?.message}>
          <Input type="number" inputMode="decimal" min={0} step={0.01} {...form.register('basePrice')} />
        </Field>
        {hasCost && <CostField form={form} />}
      </div>
      <PictureField form={form} name="imageUrl" label="Image URL" onUploading={setImageUploading} />
      <PictureField form={form} name="mockupTemplateUrl" label="Mockup Template URL" onUploading={setMockupUploading} />
      {hasDetails && <PageFields form={form} onUploading={setBackUploading} />}
      <AreaFields form={form} product={product} />
      <ConflictPanel conflict={conflict} />
      <FormError message={getChangeError(failure)} />
      <Button type="submit" size="lg" disabledFocusable={isSaving || isUploading} className="mt-2">
        {isUploading
          ? 'Waiting for the picture...'
          : isSaving
            ? 'Saving...'
            : product
              ? 'Update Product'
              : 'Create Product'}
      </Button>
      {!product && (
        <p className="text-center text-sm text-muted-foreground">
          Sizes and colors are added once the product is there.
        </p>
      )}
    </form>
  );
}
