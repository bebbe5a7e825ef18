import type { ShippingAddress } from '@shop/contracts-order';
import { Field, Input } from '@shop/web-ui';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';

const FIELDS: readonly { name: keyof ShippingAddress; label: string; className: string }[] = [
  { name: 'name', label: 'Full Name', className: 'sm:col-span-6' },
  { name: 'address', label: 'Address', className: 'sm:col-span-6' },
  { name: 'address2', label: 'Apartment, floor, company (optional)', className: 'sm:col-span-6' },
  { name: 'city', label: 'City', className: 'sm:col-span-2' },
  { name: 'state', label: 'State', className: 'sm:col-span-2' },
  { name: 'zip', label: 'ZIP Code', className: 'sm:col-span-2' },
  { name: 'country', label: 'Country', className: 'sm:col-span-3' },
  { name: 'phone', label: 'Phone for the carrier (optional)', className: 'sm:col-span-3' },
];

interface Props {
  register: (name: keyof ShippingAddress) => UseFormRegisterReturn;
  errors: FieldErrors<ShippingAddress> | undefined;
  isPending: boolean;
}

/** The lines of a delivery address. */
export const AddressInputs = ({ register, errors, isPending }: Props) => (
  <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
    {FIELDS.map(({ name, label, className }) => (
      <Field key={name} label={label} error={errors?.[name]?.message} className={className}>
        <Input autoComplete="off" readOnly={isPending} {...register(name)} />
      </Field>
    ))}
  </div>
);
