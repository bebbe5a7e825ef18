import type { SecondFactorProof } from '@shop/contracts-identity';
import { renewRecoveryCodes } from '@shop/contracts-identity/routes';
import { api, useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { AlertDialog, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordAndCodeForm } from './password-and-code-form.js';
import { RecoveryCodes } from './recovery-codes.js';

/** While the codes are displayed, only their button closes the dialog: they can't be displayed again. */
export function NewRecoveryCodes({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const renew = useMutation({
    mutationFn: (body: SecondFactorProof) => api.call(renewRecoveryCodes, { body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['second-factor'] }),
  });
  const renewOnce = useSingleFlight(renew);
  const codes = renew.data?.recoveryCodes;
  const close = (): void => {
    setOpen(false);
    renew.reset();
  };
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        New recovery codes
      </Button>
      <AlertDialog open={isOpen} onOpenChange={() => !codes && close()}>
        {isOpen && (
          <AlertDialogContent
            title="New recovery codes"
            description={
              codes ? 'Your old codes no longer work.' : 'Your old codes stop working once you have new ones.'
            }
          >
            {codes ? (
              <RecoveryCodes codes={codes} onDone={close} />
            ) : (
              <PasswordAndCodeForm
                email={email}
                error={renew.error}
                isPending={renew.isPending}
                submitLabel={renew.isPending ? 'Checking...' : 'Make new codes'}
                onSubmit={renewOnce}
                onCancel={close}
              />
            )}
          </AlertDialogContent>
        )}
      </AlertDialog>
    </>
  );
}
