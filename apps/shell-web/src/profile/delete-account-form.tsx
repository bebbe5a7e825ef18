import { zodResolver } from '@hookform/resolvers/zod';
import { eraseAccountRequestSchema, type EraseAccountRequest } from '@shop/contracts/identity';
import { eraseAccount } from '@shop/contracts/routes';
import { api, getErrorMessage, toast, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { AlertDialogCancel } from '@shop/web-ui/alert-dialog';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

interface Props {
  /** Reports whether the request is pending; the dialog stays open while it is. */
  onPendingChange: (isBusy: boolean) => void;
  onSessionEnded: () => void;
}

/** Asks for the password and shows an error response beside it. */
export function DeleteAccountForm({ onPendingChange, onSessionEnded }: Props) {
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
