import { getCountryName, type ShippingAddress } from '@shop/contracts/order';
import { ApiError, getErrorMessage } from '@shop/web-kit';
import { Field, Input } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import type { FieldErrors, UseFormRegister, UseFormSetError } from 'react-hook-form';
import { checkoutConfigQuery } from './order.queries.js';

const FIELD_NAMES: readonly (keyof ShippingAddress)[] = ['name', 'address', 'city', 'state', 'zip', 'country'];

const listFieldErrors = (error: Error | null): [keyof ShippingAddress, string][] => {
  const fieldErrors = error instanceof ApiError ? error.fieldErrors : {};
  return FIELD_NAMES.flatMap((name) => (fieldErrors[name] ? [[name, fieldErrors[name]]] : []));
};

/**
 * Shows a refused address at the fields that the server named, and focuses the first one. Returns the message to show
 * beside the form; null if the fields say it all.
 */
export function useFieldErrors(error: Error | null, setError: UseFormSetError<ShippingAddress>): string | null {
  useEffect(() => {
    for (const [index, [name, message]] of listFieldErrors(error).entries())
      setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
  }, [error, setError]);
  return error && listFieldErrors(error).length === 0 ? getErrorMessage(error) : null;
}

interface AddressField {
  name: keyof ShippingAddress;
  label: string;
  autoComplete: string;
  className: string;
}

const FIELDS: readonly AddressField[] = [
  { name: 'name', label: 'Full Name', autoComplete: 'shipping name', className: 'sm:col-span-6' },
  { name: 'address', label: 'Address', autoComplete: 'shipping address-line1', className: 'sm:col-span-6' },
  { name: 'city', label: 'City', autoComplete: 'shipping address-level2', className: 'sm:col-span-2' },
  { name: 'state', label: 'State', autoComplete: 'shipping address-level1', className: 'sm:col-span-2' },
  { name: 'zip', label: 'ZIP Code', autoComplete: 'shipping postal-code', className: 'sm:col-span-2' },
  { name: 'country', label: 'Country', autoComplete: 'shipping country-name', className: 'sm:col-span-6' },
];

interface AddressFieldsProps {
  register: UseFormRegister<ShippingAddress>;
  errors: FieldErrors<ShippingAddress>;
  /** The address is confirmed; the fields are disabled. */
  isLocked?: boolean;
  /** The address is being sent. The fields are read-only instead of disabled, so that the focus stays where it is. */
  isSending: boolean;
}

/** The countries that the shop delivers to. Without them the field takes any text as well. */
function CountrySuggestions({ id }: { id: string }) {
  const { data } = useQuery(checkoutConfigQuery);
  const names = (data?.countries ?? []).map(getCountryName).sort((first, second) => first.localeCompare(second));
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/** The six fields of a shipping address. */
export function AddressFields({ register, errors, isLocked = false, isSending }: AddressFieldsProps) {
  const suggestionsId = useId();
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
      {FIELDS.map(({ name, label, autoComplete, className }) => (
        <Field key={name} label={label} error={errors[name]?.message} className={className}>
          <Input
            {...register(name)}
            autoComplete={autoComplete}
            list={name === 'country' ? suggestionsId : undefined}
            disabled={isLocked}
            readOnly={isSending}
          />
        </Field>
      ))}
      <CountrySuggestions id={suggestionsId} />
    </div>
  );
}
