import { zodResolver } from '@hookform/resolvers/zod';
import { shippingAddressSchema, type ShippingAddress } from '@shop/contracts/order';
import { Button, Card, Field, Input, Spinner } from '@shop/web-ui';
import { useForm } from 'react-hook-form';
import { keepAddress, keptAddress } from '../shipping-draft.js';

interface Props {
  /** The address is confirmed: it can be read, and changed only on request. */
  isLocked: boolean;
  isPending: boolean;
  onConfirm: (address: ShippingAddress) => void;
  onChangeRequested: () => void;
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
  { name: 'country', label: 'Country', autoComplete: 'shipping country', className: 'sm:col-span-6' },
];

export function ShippingForm({ isLocked, isPending, onConfirm, onChangeRequested }: Props) {
  const { register, handleSubmit, getValues, formState } = useForm<ShippingAddress>({
    resolver: zodResolver(shippingAddressSchema),
    defaultValues: keptAddress(),
  });

  return (
    <Card className="p-6 sm:p-8">
      <div className="mb-5 flex min-h-11 items-center justify-between gap-4">
        <h2 className="font-display text-2xl font-bold">Shipping Information</h2>
        {isLocked && (
          <Button variant="link" size="sm" onClick={onChangeRequested}>
            Change
          </Button>
        )}
      </div>
      <form noValidate onSubmit={(event) => void handleSubmit(onConfirm)(event)} onChange={() => keepAddress(getValues())}>
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
          {FIELDS.map(({ name, label, autoComplete, className }) => (
            <Field key={name} label={label} error={formState.errors[name]?.message} className={className}>
              <Input {...register(name)} autoComplete={autoComplete} disabled={isLocked || isPending} />
            </Field>
          ))}
        </div>
        {!isLocked && (
          <Button type="submit" size="lg" disabled={isPending} className="mt-7 w-full">
            {isPending && <Spinner />}
            {isPending ? 'Processing...' : 'Continue to Payment'}
          </Button>
        )}
      </form>
    </Card>
  );
}
