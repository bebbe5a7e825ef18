import { zodResolver } from '@hookform/resolvers/zod';
import { passwordConfirmationSchema, type SignedInUser } from '@shop/contracts-identity';
import { getCurrentUser } from '@shop/contracts-identity/routes';
import {
  api,
  getErrorMessage,
  navigateToUrl,
  useClearPersonalData,
  useCurrentUser,
  useSessionLoss,
  useSingleFlight,
} from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { AlertDialog, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSignInAgain } from './sign-in-again.js';

const CHECK_TIMEOUT_MS = 5_000;

/** A code or a password gives the session a new id. A call that was under way with the former one is refused although the session goes on. */
async function isStillSignedIn(user: SignedInUser | null): Promise<boolean> {
  try {
    const { email, role } = await api.call(getCurrentUser, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    return email === user?.email && role === user.role;
  } catch {
    return false;
  }
}

function SignInAgainForm({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const form = useForm({ resolver: zodResolver(passwordConfirmationSchema), defaultValues: { password: '' } });
  const clearPersonalData = useClearPersonalData();
  const signIn = useSignInAgain();
  const signInOnce = useSingleFlight(signIn);
  const leave = (): void => {
    navigateToUrl('/auth');
    clearPersonalData();
  };
  const submit = form.handleSubmit(({ password }) =>
    signInOnce(password, {
      onSuccess: onSignedIn,
      onError: (error) => form.setError('password', { message: getErrorMessage(error) }, { shouldFocus: true }),
    }),
  );

  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={(event) => void submit(event)}>
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      <Field label={`Password of ${email}`} error={form.formState.errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
        <Button type="button" variant="outline" onClick={leave}>
          Leave
        </Button>
        <Button type="submit" disabledFocusable={signIn.isPending}>
          {signIn.isPending ? 'Signing in...' : 'Sign in and go on'}
        </Button>
      </div>
    </form>
  );
}

/**
 * Covers the page when the session has ended, because it shows customers' data. The page stays as it is below, so that nothing
 * typed is lost.
 */
export function SessionEnded() {
  const { user } = useCurrentUser();
  const [hasEnded, setHasEnded] = useState(false);
  useSessionLoss(() => void isStillSignedIn(user).then((isSignedIn) => isSignedIn || setHasEnded(true)));
  return (
    <AlertDialog open={hasEnded && user !== null}>
      <AlertDialogContent
        title="You were signed out"
        description="The session of an admin ends after an hour without use, twelve hours after signing in, or when it is ended on another device. Sign in again to go on where you were: what you typed is still here."
        overlayClassName="bg-background"
      >
        <SignInAgainForm email={user?.email ?? ''} onSignedIn={() => setHasEnded(false)} />
      </AlertDialogContent>
    </AlertDialog>
  );
}
