import { zodResolver } from '@hookform/resolvers/zod';
import { PASSWORD_MIN, type SignedInUser } from '@shop/contracts-identity';
import { changePassword } from '@shop/contracts-identity/routes';
import {
  api,
  ApiError,
  getErrorMessage,
  toast,
  useClearPersonalData,
  useCurrentUser,
  useIdempotencyKey,
  usePageTitle,
  useSessionLoss,
  useSingleFlight,
} from '@shop/web-kit';
import {
  Button,
  Card,
  CardContent,
  CardHeader,
  CardTitle,
  ErrorState,
  Field,
  Input,
  PageColumn,
  PageHeading,
  PageSkeleton,
  FormError,
} from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { UnconfirmedEmail } from '../email-confirmation/unconfirmed-email.js';
import { DeleteAccount, SignOutEverywhere } from './account-actions.js';
import { AccountAddress } from './account-address.js';
import { SecondFactorSection } from './second-factor/second-factor-section.js';
import { DownloadData } from './download-data.js';
import { Sessions } from './sessions.js';

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

const EMPTY_PASSWORDS: Passwords = { currentPassword: '', newPassword: '', confirmation: '' };

function ChangePasswordForm({ email }: { email: string }) {
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: EMPTY_PASSWORDS });
  const { errors } = form.formState;
  const getIdempotencyKey = useIdempotencyKey();
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      api.call(changePassword, { body, headers: { 'idempotency-key': getIdempotencyKey(body) } }),
    onSuccess: () => {
      getIdempotencyKey.forget();
      form.reset(EMPTY_PASSWORDS);
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
      <AccountAddress email={email} />
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
      <FormError message={change.error && getErrorMessage(change.error)} />
      <Button type="submit" disabledFocusable={change.isPending} className="self-start">
        {change.isPending ? 'Changing...' : 'Change Password'}
      </Button>
    </form>
  );
}

function Details({ user }: { user: SignedInUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const rows = [
    { term: 'Email', value: user.email },
    { term: 'Name', value: name || 'Not given' },
    { term: 'Role', value: user.role },
  ];
  return (
    <dl className="divide-y divide-border">
      {rows.map(({ term, value }) => (
        <div key={term} className="flex flex-wrap justify-between gap-x-6 py-3">
          <dt className="text-muted-foreground">{term}</dt>
          <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** After the server has ended the session: clears the personal data and goes to `/`. */
function useSessionEnd(): { hasSessionEnded: boolean; handleSessionEnded: () => void } {
  const [hasSessionEnded, setHasSessionEnded] = useState(false);
  const navigate = useNavigate();
  const clearPersonalData = useClearPersonalData();
  const handleSessionEnded = (): void => {
    // Set before the data is cleared; otherwise this page would redirect to the sign-in.
    setHasSessionEnded(true);
    void navigate('/');
    clearPersonalData();
  };
  return { hasSessionEnded, handleSessionEnded };
}

export default function ProfilePage() {
  usePageTitle('Profile');
  const { user, isLoading, error, refetch } = useCurrentUser();
  const { hasSessionEnded, handleSessionEnded } = useSessionEnd();
  // Without a session the page redirects to the sign-in.
  useSessionLoss(refetch);
  if (hasSessionEnded) return null;
  if (isLoading) return <PageSkeleton />;
  if (error) return <ErrorState asHeading="h1" className="my-16" message={getErrorMessage(error)} onRetry={refetch} />;
  if (!user) return <Navigate to="/auth" replace />;

  return (
    <PageColumn>
      <PageHeading>Profile</PageHeading>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-8">
          <Card>
            <CardHeader>
              <CardTitle asHeading="h2">Your Account</CardTitle>
            </CardHeader>
            <CardContent>
              <Details user={user} />
              {user.emailConfirmed === false && <UnconfirmedEmail email={user.email} />}
            </CardContent>
          </Card>
          {user.secondFactor && <SecondFactorSection state={user.secondFactor} email={user.email} />}
        </div>
        <Card>
          <CardHeader>
            <CardTitle asHeading="h2">Change Password</CardTitle>
          </CardHeader>
          <CardContent>
            <ChangePasswordForm email={user.email} />
          </CardContent>
        </Card>
        <Card className="lg:col-span-2">
          <CardHeader>
            <CardTitle asHeading="h2">Your Data and Devices</CardTitle>
          </CardHeader>
          <CardContent className="divide-y divide-border">
            <Sessions />
            <SignOutEverywhere onSessionEnded={handleSessionEnded} />
            <DownloadData email={user.email} />
            <DeleteAccount email={user.email} onSessionEnded={handleSessionEnded} />
          </CardContent>
        </Card>
      </div>
    </PageColumn>
  );
}
