import { enterSecondFactor } from '@shop/contracts-identity/routes';
import { Button, Field, Input } from '@shop/web-ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../api/api-client.js';
import { getErrorMessage } from '../api/api-error.js';
import { queryKeys } from '../api/query-client.js';
import { useSingleFlight } from '../use-single-flight.js';
import { isSessionMissing } from './session-loss.js';

interface Props {
  onEntered?: () => void;
  /** The session has ended. */
  onSessionMissing: () => void;
  /** Beside the button that sends the code. */
  children?: ReactNode;
}

/** The session gets a new id, and the user the role admin. */
function useEnterCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api.call(enterSecondFactor, { body: { code } }),
    onSuccess: (user) => void queryClient.setQueryData(queryKeys.user, user),
  });
}

/** Asks for a code of the second factor and shows an error response beside it. */
export function CodeForm({ onEntered, onSessionMissing, children }: Props) {
  const [code, setCode] = useState('');
  const enter = useEnterCode();
  const enterOnce = useSingleFlight(enter);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A form above it in React's tree must not be sent, too.
    event.stopPropagation();
    const field = event.currentTarget.querySelector('input');
    const handleError = (error: Error): void => {
      if (isSessionMissing(error)) return onSessionMissing();
      field?.focus();
      field?.select();
    };
    enterOnce(code, { onSuccess: onEntered, onError: handleError });
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
