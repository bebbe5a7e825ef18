import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema } from '@shop/contracts-identity';
import { requestPasswordReset } from '@shop/contracts-identity/routes';
import { api, ApiError, toast, usePageTitle, useSingleFlight, getErrorMessage } from '@shop/web-kit';
import { Button, Field, Input, FormError } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { NarrowCard } from '../narrow-card.js';

const requestSchema = z.object({ email: emailSchema });

function BackToSignIn() {
  return (
    <Link
      to="/auth"
      className="mt-4 inline-flex min-h-11 items-center rounded-md font-semibold text-primary-text underline-offset-4 hover:underline"
    >
      Back to sign in
    </Link>
  );
}

export default function ForgotPasswordPage() {
  usePageTitle('Forgot Password');
  const form = useForm({ resolver: zodResolver(requestSchema), defaultValues: { email: '' } });
  const resetRequest = useMutation({
    // The response is the same whether or not the account exists, so that it does not reveal accounts.
    mutationFn: (body: z.infer<typeof requestSchema>) => api.call(requestPasswordReset, { body }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: error instanceof ApiError ? error.message : 'Failed to send reset email',
        variant: 'destructive',
      }),
  });
  const requestOnce = useSingleFlight(resetRequest);

  if (resetRequest.isSuccess) {
    return (
      <NarrowCard
        isOutcome
        heading="Check Your Email"
        text="If an account exists with that email, you will receive password reset instructions shortly."
      >
        <BackToSignIn />
      </NarrowCard>
    );
  }
  return (
    <NarrowCard
      heading="Forgot Password"
      text="Tell us your email address, and we send you a link to set a new password."
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit((request) => requestOnce(request))(event)}
      >
        <Field label="Email" error={form.formState.errors.email?.message}>
          <Input type="email" autoComplete="email" {...form.register('email')} />
        </Field>
        <FormError message={resetRequest.error && getErrorMessage(resetRequest.error)} />
        <Button type="submit" size="lg" disabledFocusable={resetRequest.isPending}>
          {resetRequest.isPending ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </form>
      <BackToSignIn />
    </NarrowCard>
  );
}
