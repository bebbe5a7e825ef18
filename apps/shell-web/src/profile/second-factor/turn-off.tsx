import { zodResolver } from '@hookform/resolvers/zod';
import { turnOffSecondFactorRequestSchema, type TurnOffSecondFactorRequest } from '@shop/contracts/identity';
import { turnOffSecondFactor } from '@shop/contracts/routes';
import { api, getErrorMessage, queryKeys, toast, useSingleFlight } from '@shop/web-kit';
import { Button, Field, FormError, Input } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AccountAddress } from '../account-address.js';
import { CODE_INPUT } from './one-field-form.js';

function TurnOffForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: zodResolver(turnOffSecondFactorRequestSchema),
    defaultValues: { password: '', code: '' },
  });
  const { errors } = form.formState;
  const turnOff = useMutation({
    mutationFn: (body: TurnOffSecondFactorRequest) => api.call(turnOffSecondFactor, { body }),
    onSuccess: () => {
      onDone();
      toast({ title: 'Two-step sign-in is off', description: 'All other devices were signed out.' });
      void queryClient.invalidateQueries({ queryKey: queryKeys.user });
    },
  });
  const turnOffOnce = useSingleFlight(turnOff);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit((request) => turnOffOnce(request))(event)}
    >
      <AccountAddress email={email} />
      <Field label="Your password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Field label="Code" hint="Six digits of your authenticator app, or a recovery code" error={errors.code?.message}>
        <Input {...CODE_INPUT} {...form.register('code')} />
      </Field>
      <FormError message={turnOff.error && getErrorMessage(turnOff.error)} />
      <Button type="submit" variant="destructive" disabledFocusable={turnOff.isPending} className="self-start">
        {turnOff.isPending ? 'Turning off...' : 'Turn off'}
      </Button>
    </form>
  );
}

export function TurnOff({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Turn off
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        {isOpen && (
          <DialogContent
            title="Turn off two-step sign-in?"
            description="Your password alone opens the admin area then. All other devices are signed out."
          >
            <TurnOffForm email={email} onDone={() => setOpen(false)} />
          </DialogContent>
        )}
      </Dialog>
    </>
  );
}
