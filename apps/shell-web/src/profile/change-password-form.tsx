import { zodResolver } from '@hookform/resolvers/zod';
import { PASSWORD_MIN } from '@shop/contracts/identity';
import { changePassword } from '@shop/contracts/routes';
import { api, ApiError, toast, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { FormError } from '../layout/form-error.js';

const formSchema = z.object({
  currentPassword: z.string().check(z.minLength(1, 'Current password is required')),
  newPassword: z.string().check(z.minLength(1, 'New password is required')),
  confirmation: z.string().check(z.minLength(1, 'Please confirm your new password')),
});
type Passwords = z.infer<typeof formSchema>;

/** Checks whose errors are shown as toasts, not beside the field (spec, section 5). Null when both pass. */
function findFormError({
  newPassword,
  confirmation,
}: Passwords): { field: keyof Passwords; description: string } | null {
  if (newPassword !== confirmation) return { field: 'confirmation', description: 'New passwords do not match.' };
  if (newPassword.length < PASSWORD_MIN)
    return { field: 'newPassword', description: 'New password must be at least 8 characters.' };
  return null;
}

const EMPTY: Passwords = { currentPassword: '', newPassword: '', confirmation: '' };

export function ChangePasswordForm() {
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: EMPTY });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => api.call(changePassword, { body }),
    onSuccess: () => {
      form.reset(EMPTY);
      toast({ title: 'Password changed', description: 'Your password has been updated successfully.' });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description:
          error instanceof ApiError ? error.message : 'Failed to change password. Please check your current password.',
        variant: 'destructive',
      }),
  });
  const changeOnce = useSingleFlight(change);

  const submit = form.handleSubmit((passwords) => {
    const formError = findFormError(passwords);
    if (formError) {
      toast({ title: 'Error', description: formError.description, variant: 'destructive' });
      // Marks and focuses the field without a message.
      form.setError(formError.field, { type: 'validate' }, { shouldFocus: true });
      return;
    }
    changeOnce({ currentPassword: passwords.currentPassword, newPassword: passwords.newPassword });
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Current Password" error={errors.currentPassword?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('currentPassword')} />
      </Field>
      <Field
        label="New Password"
        error={errors.newPassword?.message}
        invalid={errors.newPassword !== undefined}
        hint="Must be at least 8 characters"
      >
        <Input type="password" autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
      <Field
        label="Confirm New Password"
        error={errors.confirmation?.message}
        invalid={errors.confirmation !== undefined}
      >
        <Input type="password" autoComplete="new-password" {...form.register('confirmation')} />
      </Field>
      <FormError error={change.error} />
      <Button type="submit" disabledFocusable={change.isPending} className="self-start">
        {change.isPending ? 'Changing...' : 'Change Password'}
      </Button>
    </form>
  );
}
