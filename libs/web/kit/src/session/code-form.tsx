import { Button, Field, Input } from '@shop/web-ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { getErrorMessage } from '../api/api-error.js';
import { useSingleFlight } from '../use-single-flight.js';
import { useSecondFactor } from './second-factor.js';

interface Props {
  onEntered?: () => void;
  /** Beside the button that sends the code. */
  children?: ReactNode;
}

/** Asks for a code of the second factor and shows an error response beside it. */
export function CodeForm({ onEntered, children }: Props) {
  const [code, setCode] = useState('');
  const enter = useSecondFactor();
  const enterOnce = useSingleFlight(enter);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A form above it in React's tree must not be sent, too.
    event.stopPropagation();
    const field = event.currentTarget.querySelector('input');
    enterOnce(code, { onSuccess: onEntered, onError: () => field?.focus() });
  };
  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <Field
        label="Code"
        hint="Six digits of your authenticator app, or a recovery code"
        error={enter.error ? getErrorMessage(enter.error) : undefined}
      >
        <Input
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
        {children}
        <Button type="submit" disabledFocusable={enter.isPending}>
          {enter.isPending ? 'Checking...' : 'Continue'}
        </Button>
      </div>
    </form>
  );
}
