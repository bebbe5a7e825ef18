import { zodResolver } from '@hookform/resolvers/zod';
import { loginRequestSchema } from '@shop/contracts/identity';
import { toast, useSignIn, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { FormError } from '../layout/form-error.js';

export function SignInForm() {
  const navigate = useNavigate();
  const signIn = useSignIn();
  const signInOnce = useSingleFlight(signIn);
  const form = useForm({ resolver: zodResolver(loginRequestSchema), defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;

  const submit = form.handleSubmit((credentials) =>
    signInOnce(credentials, {
      onSuccess: ({ email }) => {
        toast({ title: 'Welcome back!', description: `Logged in as ${email}` });
        void navigate('/');
      },
      onError: (error) => toast({ title: 'Login failed', description: error.message, variant: 'destructive' }),
    }),
  );

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Link
        to="/forgot-password"
        className="inline-flex min-h-11 items-center self-start rounded-md font-semibold text-primary-text underline-offset-4 hover:underline"
      >
        Forgot password?
      </Link>
      <FormError error={signIn.error} />
      <Button type="submit" size="lg" disabledFocusable={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
