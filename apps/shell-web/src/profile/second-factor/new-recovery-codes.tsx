import { renewRecoveryCodes } from '@shop/contracts/routes';
import { api, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CODE_INPUT, OneFieldForm } from './one-field-form.js';
import { RecoveryCodes } from './recovery-codes.js';

export function NewRecoveryCodes({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const renew = useMutation({
    mutationFn: (code: string) => api.call(renewRecoveryCodes, { body: { code } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['second-factor'] }),
  });
  const renewOnce = useSingleFlight(renew);
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onDone} />;
  return (
    <OneFieldForm
      label="Code"
      hint="Six digits of your authenticator app, or a recovery code"
      error={renew.error}
      isPending={renew.isPending}
      submitLabel={renew.isPending ? 'Checking...' : 'Make new codes'}
      inputProps={CODE_INPUT}
      onSubmit={renewOnce}
    />
  );
}
