import { zodResolver } from '@hookform/resolvers/zod';
import { eraseAccountRequestSchema, type EraseAccountRequest } from '@shop/contracts/identity';
import { eraseAccount, exportPersonalData, signOutEverywhere } from '@shop/contracts/routes';
import { api, getErrorMessage, toast, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { AccountAddress } from './account-address.js';

interface Props {
  title: string;
  text: string;
  /** The action's button. */
  children: ReactNode;
}

/** One account action: title, explanation and button. */
function AccountAction({ title, text, children }: Props) {
  return (
    <section className="flex flex-col items-start gap-4 py-5 first:pt-0 last:pb-0 sm:flex-row sm:items-center sm:justify-between sm:gap-8">
      <div className="min-w-0">
        <h3 className="text-lg font-bold">{title}</h3>
        <p className="mt-1 max-w-158 text-muted-foreground">{text}</p>
      </div>
      {children}
    </section>
  );
}

/**
 * Lets the browser download the zip: it shows the progress, and the file may be larger than a page can store. A request
 * before that finds errors, because only the page can show an error message.
 */
async function downloadData(): Promise<void> {
  await api.probe(exportPersonalData);
  const link = document.createElement('a');
  link.href = api.url(exportPersonalData);
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

export function DownloadData() {
  const download = useMutation({
    mutationFn: downloadData,
    onSuccess: () => toast({ title: 'Your download has started', description: 'Your browser saves it as a zip file.' }),
    onError: (error) =>
      toast({ title: 'Download failed', description: getErrorMessage(error), variant: 'destructive' }),
  });
  return (
    <AccountAction
      title="Download my data"
      text="One zip file with everything we hold about you: your account, photos, artwork, cart, orders and messages."
    >
      <Button variant="outline" disabledFocusable={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden />
        {download.isPending ? 'Preparing...' : 'Download my data'}
      </Button>
    </AccountAction>
  );
}

export function SignOutEverywhere({ onSessionEnded }: { onSessionEnded: () => void }) {
  const signOut = useMutation({
    mutationFn: () => api.call(signOutEverywhere),
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
  const form = useForm({ resolver: zodResolver(eraseAccountRequestSchema), defaultValues: { password: '' } });
  const erase = useMutation({
    mutationFn: (body: EraseAccountRequest) => api.call(eraseAccount, { body }),
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
        <li>The law makes us keep your orders. We take your name, address and e-mail out of them.</li>
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
