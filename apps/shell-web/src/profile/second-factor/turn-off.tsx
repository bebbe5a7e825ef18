import type { SecondFactorProof } from '@shop/contracts-identity';
import { turnOffSecondFactor } from '@shop/contracts-identity/routes';
import { api, queryKeys, toast, useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { AlertDialog, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordAndCodeForm } from './password-and-code-form.js';

export function TurnOff({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const turnOff = useMutation({
    mutationFn: (body: SecondFactorProof) => api.call(turnOffSecondFactor, { body }),
    onSuccess: () => {
      setOpen(false);
      toast({ title: 'Two-step sign-in is off', description: 'All other devices were signed out.' });
      void queryClient.invalidateQueries({ queryKey: queryKeys.user });
    },
  });
  const turnOffOnce = useSingleFlight(turnOff);
  const close = (): void => {
    setOpen(false);
    turnOff.reset();
  };
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Turn off
      </Button>
      <AlertDialog open={isOpen} onOpenChange={close}>
        {isOpen && (
          <AlertDialogContent
            title="Turn two-step sign-in off?"
            description="Your password alone opens the admin area then. All other devices are signed out."
          >
            <PasswordAndCodeForm
              email={email}
              error={turnOff.error}
              isPending={turnOff.isPending}
              submitLabel={turnOff.isPending ? 'Turning off...' : 'Turn off'}
              variant="destructive"
              onSubmit={turnOffOnce}
              onCancel={close}
            />
          </AlertDialogContent>
        )}
      </AlertDialog>
    </>
  );
}
