import type { DisplayedAdminShop, Seller } from '@shop/contracts-order';
import { Field, Input, Textarea } from '@shop/web-ui';
import { SectionFormCard } from './section-card.js';
import { type SectionDefinition, useSectionForm } from './use-section-form.js';

const SELLER: SectionDefinition<Seller> = {
  section: 'seller',
  toFields: ({ seller }) => seller,
  toValue: (fields) => fields,
  describe: (fields) => Object.values(fields).filter((text) => text !== ''),
};

export function SellerSection({ shop }: { shop: DisplayedAdminShop }) {
  const section = useSectionForm(SELLER, shop);
  const {
    register,
    formState: { errors },
  } = section.form;
  return (
    <SectionFormCard
      section={section}
      title="Seller"
      intro="Who sells: everybody can read this. Name and address stand at the end of each page and of the legal pages."
    >
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field label="Postal address" hint="As on an envelope, several lines" error={errors.address?.message}>
        <Textarea rows={4} {...register('address')} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="off" {...register('email')} />
        </Field>
        <Field label="Phone" error={errors.phone?.message}>
          <Input type="tel" autoComplete="off" {...register('phone')} />
        </Field>
        <Field label="Registration" hint="Register and number" error={errors.registration?.message}>
          <Input autoComplete="off" {...register('registration')} />
        </Field>
        <Field label="VAT id" error={errors.vatId?.message}>
          <Input autoComplete="off" spellCheck={false} {...register('vatId')} />
        </Field>
        <Field label="Responsible person" error={errors.responsiblePerson?.message}>
          <Input autoComplete="off" {...register('responsiblePerson')} />
        </Field>
      </div>
      <Field label="Further legal facts" error={errors.legalText?.message}>
        <Textarea rows={4} {...register('legalText')} />
      </Field>
    </SectionFormCard>
  );
}
