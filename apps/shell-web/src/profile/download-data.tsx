import { zodResolver } from '@hookform/resolvers/zod';
import { passwordConfirmationSchema, type PasswordConfirmation } from '@shop/contracts-identity';
import { confirmPassword, exportPersonalData } from '@shop/contracts-identity/routes';
import { ACCEPT_FIELD_ERRORS, api, ApiError, getErrorMessage, toast, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { Dialog, DialogClose, DialogContent } from '@shop/web-ui/dialog';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AccountAction } from './account-action.js';
import { AccountAddress } from './account-address.js';

/**
 * Lets the browser download the zip: it shows the progress, and the file may be larger than a page can store. A request
 * before that finds errors, because only the page can show an error message.
 */
async function downloadData(): Promise<void> {
  await api.probe(exportPersonalData, { headers: ACCEPT_FIELD_ERRORS });
  const link = document.createElement('a');
  link.href = api.url(exportPersonalData);
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

const isPasswordNeeded = (error: Error): boolean => error instanceof ApiError && error.code === 'SIGN_IN_NOT_RECENT';

interface FormProps {
  email: string;
  onConfirmed: () => void;
}

/** Asks for the password and shows an error response beside it. */
function ConfirmPasswordForm({ email, onConfirmed }: FormProps) {
  const form = useForm({ resolver: zodResolver(passwordConfirmationSchema), defaultValues: { password: '' } });
  const confirm = useMutation({
    mutationFn: (body: PasswordConfirmation) => api.call(confirmPassword, { body }),
    onSuccess: onConfirmed,
    onError: (error) => form.setError('password', { message: getErrorMessage(error) }, { shouldFocus: true }),
  });
  const confirmOnce = useSingleFlight(confirm);

  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => void form.handleSubmit((request) => confirmOnce(request))(event)}
    >
      <AccountAddress email={email} />
      <Field label="Your password" error={form.formState.errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" disabledFocusable={confirm.isPending}>
          {confirm.isPending ? 'Checking...' : 'Download'}
        </Button>
      </div>
    </form>
  );
}

export function DownloadData({ email }: { email: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const download = useMutation({
    mutationFn: downloadData,
    onSuccess: () => toast({ title: 'Your download has started', description: 'Your browser saves it as a zip file.' }),
    onError: (error) =>
      isPasswordNeeded(error)
        ? setIsAsking(true)
        : toast({ title: 'Download failed', description: getErrorMessage(error), variant: 'destructive' }),
  });
  const handleConfirmed = (): void => {
    setIsAsking(false);
    download.mutate();
  };

  return (
    <AccountAction
      title="Download my data"
      text="One zip file with everything we hold about you: your account, photos, artwork, cart, orders and messages."
    >
      <Button variant="outline" disabledFocusable={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden />
        {download.isPending ? 'Preparing...' : 'Download my data'}
      </Button>
      <Dialog open={isAsking} onOpenChange={setIsAsking}>
        <DialogContent
          title="Confirm your password"
          description="The file has your photos, orders and addresses. Your password makes sure that it is you who gets it."
        >
          <ConfirmPasswordForm email={email} onConfirmed={handleConfirmed} />
        </DialogContent>
      </Dialog>
    </AccountAction>
  );
}
