import type { SecondFactorProof } from '@shop/contracts/identity';
import { renewRecoveryCodes } from '@shop/contracts/routes';
import { api, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PasswordAndCodeForm } from './password-and-code-form.js';
import { RecoveryCodes } from './recovery-codes.js';

export function NewRecoveryCodes({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const renew = useMutation({
    mutationFn: (body: SecondFactorProof) => api.call(renewRecoveryCodes, { body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['second-factor'] }),
  });
  const renewOnce = useSingleFlight(renew);
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onDone} />;
  return (
    <PasswordAndCodeForm
      email={email}
      error={renew.error}
      isPending={renew.isPending}
      submitLabel={renew.isPending ? 'Checking...' : 'Make new codes'}
      onSubmit={renewOnce}
    />
  );
}
