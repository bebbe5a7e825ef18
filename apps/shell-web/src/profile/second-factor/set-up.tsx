import { beginSecondFactor, turnOnSecondFactor } from '@shop/contracts-identity/routes';
import { api, getErrorMessage, isConflict, queryKeys, toast, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AccountAddress } from '../account-address.js';
import { CODE_INPUT, OneFieldForm } from './one-field-form.js';
import { QrCode } from './qr-code.js';
import { RecoveryCodes } from './recovery-codes.js';
import { Step } from './step.js';

const formatSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

interface Props {
  email: string;
  onDone: () => void;
}

/** Password, then the secret with a first code, then the recovery codes. */
export function SetUp({ email, onDone }: Props) {
  const queryClient = useQueryClient();
  const finish = (): void => {
    onDone();
    void queryClient.invalidateQueries({ queryKey: ['second-factor'] });
    void queryClient.invalidateQueries({ queryKey: queryKeys.user });
  };
  const begin = useMutation({ mutationFn: (password: string) => api.call(beginSecondFactor, { body: { password } }) });
  const beginOnce = useSingleFlight(begin);
  const turnOn = useMutation({
    mutationFn: (code: string) => api.call(turnOnSecondFactor, { body: { code } }),
    onError: (error) => {
      // The key is too old, or another tab has finished the set-up.
      if (!isConflict(error)) return;
      toast({ title: 'Error', description: getErrorMessage(error), variant: 'destructive' });
      finish();
    },
  });
  const turnOnOnce = useSingleFlight(turnOn);

  if (turnOn.data) return <RecoveryCodes codes={turnOn.data.recoveryCodes} onDone={finish} />;
  if (!begin.data)
    return (
      <OneFieldForm
        key="password"
        label="Your password"
        error={begin.error}
        isPending={begin.isPending}
        submitLabel={begin.isPending ? 'Checking...' : 'Continue'}
        inputProps={{ type: 'password', autoComplete: 'current-password', maxLength: 200, autoFocus: true }}
        onSubmit={beginOnce}
      >
        <AccountAddress email={email} />
      </OneFieldForm>
    );
  const { secret, uri } = begin.data;
  return (
    <Step label="Scan the code">
      <p>Scan this with an authenticator app, or type the key into it. Then enter the code that it shows.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p>
        Key:{' '}
        <code translate="no" className="font-mono [overflow-wrap:anywhere]">
          {formatSecret(secret)}
        </code>
      </p>
      <OneFieldForm
        key="code"
        label="Code"
        hint="Six digits that the app shows now"
        error={turnOn.error}
        isPending={turnOn.isPending}
        submitLabel={turnOn.isPending ? 'Checking...' : 'Turn on'}
        inputProps={{ ...CODE_INPUT, inputMode: 'numeric' }}
        onSubmit={turnOnOnce}
      />
    </Step>
  );
}
