import type { ShippingAddress } from '@shop/contracts/order';
import { ApiError, getErrorMessage } from '@shop/web-kit';
import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import type { UseFormSetError } from 'react-hook-form';

interface Props {
  /** Null: nothing failed. */
  message: string | null;
  id: string;
}

/** Shows why the last attempt failed until the next one starts. The toast disappears earlier. */
export function FormError({ message, id }: Props) {
  if (!message) return null;
  return (
    <p
      id={id}
      className="mt-6 flex items-start gap-3 rounded-control border-2 border-destructive p-4 font-semibold text-pretty text-destructive-text"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {message}
    </p>
  );
}

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
