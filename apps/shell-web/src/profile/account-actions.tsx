import { zodResolver } from '@hookform/resolvers/zod';
import { passwordConfirmationSchema, type PasswordConfirmation } from '@shop/contracts-identity';
import { eraseAccount, signOutEverywhere } from '@shop/contracts-identity/routes';
import { api, getErrorMessage, toast, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AccountAction } from './account-action.js';
import { AccountAddress } from './account-address.js';
import { useSessionEndingCall } from './use-session-ending-call.js';

export function SignOutEverywhere({ onSessionEnded }: { onSessionEnded: () => void }) {
  const signOut = useMutation({
    mutationFn: useSessionEndingCall<void>(() => api.call(signOutEverywhere)),
    onSuccess: () => {
      onSessionEnded();
      toast({ title: 'Signed out everywhere', description: 'You are signed out on every device.' });
    },
    onError: (error) =>
      toast({ title: 'Sign out failed', description: getErrorMessage(error), variant: 'destructive' }),
  });
  const signOutOnce = useSingleFlight(signOut);

  return (
    <AccountAction
      title="Sign out everywhere"
      text="Ends your sessions on every phone, tablet and computer, this one included."
    >
      <Button variant="outline" disabledFocusable={signOut.isPending} onClick={() => signOutOnce()}>
        {signOut.isPending ? 'Signing out...' : 'Sign out everywhere'}
      </Button>
    </AccountAction>
  );
}

interface DeleteAccountProps {
  email: string;
  onSessionEnded: () => void;
}

interface DeleteAccountFormProps extends DeleteAccountProps {
  /** Reports whether the request is pending; the dialog stays open while it is. */
  onPendingChange: (isBusy: boolean) => void;
}

/** Asks for the password and shows an error response beside it. */
function DeleteAccountForm({ email, onPendingChange, onSessionEnded }: DeleteAccountFormProps) {
  const form = useForm({ resolver: zodResolver(passwordConfirmationSchema), defaultValues: { password: '' } });
  const erase = useMutation({
    mutationFn: useSessionEndingCall((body: PasswordConfirmation) => api.call(eraseAccount, { body })),
    onMutate: () => onPendingChange(true),
    onSettled: () => onPendingChange(false),
    onSuccess: () => {
      onSessionEnded();
      toast({
        title: 'Account deleted',
        description: 'We are removing your things, and write to you once they are gone.',
      });
    },
    onError: (error) => form.setError('password', { message: getErrorMessage(error) }, { shouldFocus: true }),
  });
  const eraseOnce = useSingleFlight(erase);

  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => void form.handleSubmit((request) => eraseOnce(request))(event)}
    >
      <AccountAddress email={email} />
      <Field label="Your password" error={form.formState.errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
        <AlertDialogCancel asChild>
          <Button variant="outline" disabledFocusable={erase.isPending}>
            Keep my account
          </Button>
        </AlertDialogCancel>
        <Button type="submit" variant="destructive" disabledFocusable={erase.isPending}>
          {erase.isPending ? 'Deleting...' : 'Delete my account'}
        </Button>
      </div>
    </form>
  );
}

/** The consequences, in plain words. */
function Consequences() {
  return (
    <>
      <p>This cannot be undone.</p>
      <ul className="mt-3 list-disc space-y-1.5 pl-5">
        <li>Your photos and artwork are gone for good.</li>
        <li>Your cart, your messages to us and your account are deleted, and you are signed out on every device.</li>
        <li>The law makes us keep your orders. We take your name, address and email out of them.</li>
        <li>An order that is still on its way reaches you first; then your name is taken out of it too.</li>
      </ul>
    </>
  );
}

export function DeleteAccount({ email, onSessionEnded }: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  return (
    <AccountAction title="Delete my account" text="Deletes your account and everything you made with it.">
      <Button variant="destructive" onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      <AlertDialog open={isOpen} onOpenChange={(open) => !isPending && setIsOpen(open)}>
        <AlertDialogContent title="Delete your account?" description={<Consequences />}>
          <DeleteAccountForm email={email} onPendingChange={setIsPending} onSessionEnded={onSessionEnded} />
        </AlertDialogContent>
      </AlertDialog>
    </AccountAction>
  );
}
