import type { DisplayedAdminProduct } from '@shop/contracts/catalog';
import { cn, Field, Input, Picture, Select } from '@shop/web-ui';
import type { ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { FieldName, ProductFields } from './product-fields.rules.js';

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
export function AreaFields({ form, product }: { form: Form; product: DisplayedAdminProduct | null }) {
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
