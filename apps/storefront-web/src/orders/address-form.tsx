import { zodResolver } from '@hookform/resolvers/zod';
import {
  DEFAULT_COUNTRY,
  getCountryName,
  NOT_APPLICABLE,
  type ShippingAddress,
  toAddressFormSchema,
} from '@shop/contracts-order';
import { ApiError, getErrorMessage } from '@shop/web-kit';
import { cn, Field, Input } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import {
  type FieldErrors,
  useForm,
  type UseFormRegister,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { checkoutConfigQuery } from './order.queries.js';

type AddressFormValues = Required<ShippingAddress>;

const EMPTY_ADDRESS: AddressFormValues = {
  name: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: DEFAULT_COUNTRY,
  phone: '',
};

/** Looser than the contract, so that an incomplete address is stored as well. */
export const addressDraftSchema = z.object({
  name: z.string(),
  address: z.string(),
  address2: z.optional(z.string()),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  phone: z.optional(z.string()),
});

/** Fields that are missing are empty. A state that the country does not have is not shown. */
export const toFormValues = (address: Partial<ShippingAddress>): AddressFormValues => ({
  ...EMPTY_ADDRESS,
  ...address,
  ...(address.state === NOT_APPLICABLE && { state: '' }),
});

/** A form with the fields of a shipping address. */
export const useAddressForm = (defaultValues: AddressFormValues): UseFormReturn<ShippingAddress> =>
  useForm<ShippingAddress>({ resolver: zodResolver(toAddressFormSchema(navigator.languages)), defaultValues });

interface AddressField {
  name: keyof ShippingAddress;
  label: string;
  autoComplete: string;
  className: string;
  inputMode?: 'tel';
}

const FIELDS: readonly AddressField[] = [
  { name: 'name', label: 'Full Name', autoComplete: 'shipping name', className: 'sm:col-span-6' },
  { name: 'address', label: 'Address', autoComplete: 'shipping address-line1', className: 'sm:col-span-6' },
  {
    name: 'address2',
    label: 'Apartment, floor, company (optional)',
    autoComplete: 'shipping address-line2',
    className: 'sm:col-span-6',
  },
  { name: 'city', label: 'City', autoComplete: 'shipping address-level2', className: 'sm:col-span-2' },
  { name: 'state', label: 'State', autoComplete: 'shipping address-level1', className: 'sm:col-span-2' },
  { name: 'zip', label: 'ZIP Code', autoComplete: 'shipping postal-code', className: 'sm:col-span-2' },
  { name: 'country', label: 'Country', autoComplete: 'shipping country-name', className: 'sm:col-span-3' },
  {
    name: 'phone',
    label: 'Phone for the carrier (optional)',
    autoComplete: 'shipping tel',
    className: 'sm:col-span-3',
    inputMode: 'tel',
  },
];

const listFieldErrors = (error: Error | null): [keyof ShippingAddress, string][] => {
  const fieldErrors = error instanceof ApiError ? error.fieldErrors : {};
  return FIELDS.flatMap(({ name }) => (fieldErrors[name] ? [[name, fieldErrors[name]]] : []));
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

interface AddressFieldsProps {
  register: UseFormRegister<ShippingAddress>;
  errors: FieldErrors<ShippingAddress>;
  /** The confirmed address; its fields are disabled and take little room, without the optional ones that are empty. */
  lockedAddress?: ShippingAddress | null;
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

const COMPACT_FIELD = 'gap-0.5 [&_label]:text-sm [&_label]:font-normal [&_label]:text-muted-foreground';
const COMPACT_INPUT = 'h-8 truncate px-2 text-sm';
/** One line for city, state and ZIP code, also on phones. */
const COMPACT_WIDTHS: Readonly<Record<keyof ShippingAddress, string>> = {
  name: 'col-span-6',
  address: 'col-span-6',
  address2: 'col-span-6',
  city: 'col-span-2',
  state: 'col-span-2',
  zip: 'col-span-2',
  country: 'col-span-3',
  phone: 'col-span-3',
};

/** The six fields of a shipping address, and the two optional ones. */
export function AddressFields({ register, errors, lockedAddress = null, isSending }: AddressFieldsProps) {
  const suggestionsId = useId();
  const isLocked = lockedAddress !== null;
  const fields = FIELDS.filter(
    ({ name }) => !isLocked || lockedAddress[name] || !(name === 'address2' || name === 'phone'),
  );
  return (
    <div className={cn('grid', isLocked ? 'grid-cols-6 gap-2' : 'gap-x-4 gap-y-5 sm:grid-cols-6')}>
      {fields.map(({ name, label, className, ...attributes }) => (
        <Field
          key={name}
          label={label}
          error={errors[name]?.message}
          className={isLocked ? cn(COMPACT_FIELD, COMPACT_WIDTHS[name]) : className}
        >
          <Input
            {...register(name)}
            {...attributes}
            list={name === 'country' ? suggestionsId : undefined}
            disabled={isLocked}
            readOnly={isSending}
            className={isLocked ? COMPACT_INPUT : undefined}
          />
        </Field>
      ))}
      <CountrySuggestions id={suggestionsId} />
    </div>
  );
}
