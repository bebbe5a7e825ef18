import { zodResolver } from '@hookform/resolvers/zod';
import { newPasswordSchema } from '@shop/contracts-identity';
import { resetPassword } from '@shop/contracts-identity/routes';
import {
  api,
  ApiError,
  toast,
  usePageTitle,
  useSessionCheck,
  useSingleFlight,
  getErrorMessage,
  useIdempotencyKey,
} from '@shop/web-kit';
import { Button, Field, Input, FormError } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { NarrowCard } from '../narrow-card.js';

const newPasswordFormSchema = z
  .object({
    password: newPasswordSchema,
    confirmation: z.string().check(z.minLength(1, 'Please confirm your password')),
  })
  .check(
    z.refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      message: "Passwords don't match",
    }),
  );

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(newPasswordFormSchema),
    defaultValues: { password: '', confirmation: '' },
  });
  const { errors } = form.formState;
  const checkSession = useSessionCheck();
  const getIdempotencyKey = useIdempotencyKey();
  const reset = useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      api.call(resetPassword, { body, headers: { 'idempotency-key': getIdempotencyKey(body) } }),
    onSuccess: () => {
      // The reset ended all sessions of its account, maybe including the one of this browser.
      void checkSession();
      toast({ title: 'Your password has been reset successfully.' });
      onDone();
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: error instanceof ApiError ? error.message : 'Failed to reset password',
        variant: 'destructive',
      }),
  });
  const resetOnce = useSingleFlight(reset);

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(({ password }) => resetOnce({ token, password }))(event)}
    >
      <Field label="New Password" error={errors.password?.message} hint="Must be at least 8 characters">
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Field label="Confirm Password" error={errors.confirmation?.message}>
        <Input type="password" autoComplete="new-password" {...form.register('confirmation')} />
      </Field>
      <FormError message={reset.error && getErrorMessage(reset.error)} />
      <Button type="submit" size="lg" disabledFocusable={reset.isPending}>
        {reset.isPending ? 'Resetting...' : 'Reset Password'}
      </Button>
    </form>
  );
}

/** Redirects a link without a token to the request form. */
function InvalidLink() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({
      title: 'Invalid Link',
      description: 'This password reset link is invalid. Please request a new one.',
      variant: 'destructive',
    });
    void navigate('/forgot-password', { replace: true });
  }, [navigate]);
  return null;
}

export default function ResetPasswordPage() {
  usePageTitle('Reset Password');
  const token = useSearchParams()[0].get('token');
  const [isDone, setIsDone] = useState(false);

  if (isDone) {
    return (
      <NarrowCard isOutcome heading="Password Reset" text="You can sign in with your new password now.">
        <Button asChild size="lg">
          <Link to="/auth">Go to Sign In</Link>
        </Button>
      </NarrowCard>
    );
  }
  if (!token) return <InvalidLink />;
  return (
    <NarrowCard heading="Reset Password" text="Choose a new password. You will be signed out everywhere else.">
      <NewPasswordForm token={token} onDone={() => setIsDone(true)} />
    </NarrowCard>
  );
}
