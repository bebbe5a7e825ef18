import { getErrorMessage } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { useState } from 'react';

interface Props {
  label: string;
  hint?: string;
  error: Error | null;
  isPending: boolean;
  submitLabel: string;
  inputProps: ComponentProps<typeof Input>;
  onSubmit: (value: string) => void;
  children?: ReactNode;
}

export const CODE_INPUT: ComponentProps<typeof Input> = {
  name: 'code',
  autoComplete: 'one-time-code',
  spellCheck: false,
  maxLength: 100,
};

/** A form with one field, and the error response beside it. */
export function OneFieldForm({ label, hint, error, isPending, submitLabel, inputProps, onSubmit, children }: Props) {
  const [value, setValue] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit(value);
  };
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {children}
      <Field label={label} hint={hint} error={error ? getErrorMessage(error) : undefined}>
        <Input {...inputProps} value={value} onChange={({ currentTarget }) => setValue(currentTarget.value)} />
      </Field>
      <Button type="submit" disabledFocusable={isPending} className="self-start">
        {submitLabel}
      </Button>
    </form>
  );
}
