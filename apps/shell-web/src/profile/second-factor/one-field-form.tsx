import { getErrorMessage } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  label: string;
  hint?: string;
  error: Error | null;
  isPending: boolean;
  submitLabel: string;
  inputProps: ComponentProps<typeof Input>;
  onSubmit: (value: string) => void;
  /** Above the field. */
  children?: ReactNode;
}

export const CODE_INPUT: ComponentProps<typeof Input> = {
  name: 'code',
  autoComplete: 'one-time-code',
  autoCapitalize: 'characters',
  spellCheck: false,
  maxLength: 100,
};

/** A form with one field, and the error response beside it. */
export function OneFieldForm({ label, hint, error, isPending, submitLabel, inputProps, ...props }: Props) {
  const { onSubmit, children } = props;
  const [value, setValue] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!error) return;
    input.current?.focus();
    input.current?.select();
    // A field that has the focus already is not scrolled to.
    input.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit(value);
  };
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {children}
      <Field label={label} hint={hint} error={error ? getErrorMessage(error) : undefined}>
        <Input
          {...inputProps}
          // With room for the error below.
          className="scroll-mb-24"
          ref={input}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      </Field>
      <Button type="submit" disabledFocusable={isPending} className="self-start">
        {submitLabel}
      </Button>
    </form>
  );
}
