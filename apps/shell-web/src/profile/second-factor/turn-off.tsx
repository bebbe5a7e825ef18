import type { SecondFactorProof } from '@shop/contracts/identity';
import { turnOffSecondFactor } from '@shop/contracts/routes';
import { api, queryKeys, toast, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PasswordAndCodeForm } from './password-and-code-form.js';

export function TurnOff({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const turnOff = useMutation({
    mutationFn: (body: SecondFactorProof) => api.call(turnOffSecondFactor, { body }),
    onSuccess: () => {
      onDone();
      toast({ title: 'Two-step sign-in is off', description: 'All other devices were signed out.' });
      void queryClient.invalidateQueries({ queryKey: queryKeys.user });
    },
  });
  const turnOffOnce = useSingleFlight(turnOff);
  return (
    <PasswordAndCodeForm
      email={email}
      error={turnOff.error}
      isPending={turnOff.isPending}
      submitLabel={turnOff.isPending ? 'Turning off...' : 'Turn off'}
      variant="destructive"
      onSubmit={turnOffOnce}
    />
  );
}
