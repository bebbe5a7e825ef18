import { zodResolver } from '@hookform/resolvers/zod';
import { newPasswordSchema } from '@shop/contracts-identity';
import { ApiError, getErrorMessage, toast, useRegister, useSingleFlight } from '@shop/web-kit';
import { Button, Card, Field, FormError, Input } from '@shop/web-ui';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';

const formSchema = z.object({ password: newPasswordSchema });
const TAKEN = 409;

/** A guest's account with one field: the order has the email. Its designs and orders move to the account. */
export function CreateAccount({ email }: { email: string }) {
  const register = useRegister();
  const registerOnce = useSingleFlight(register);
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { password: '' } });
  const { errors } = form.formState;
  const isTaken = register.error instanceof ApiError && register.error.status === TAKEN;

  const submit = form.handleSubmit(({ password }) =>
    registerOnce(
      { email, password },
      {
        onSuccess: (user) => toast({ title: 'Account created!', description: `Welcome, ${user.email}` }),
        onError: (error) => toast({ title: 'Registration failed', description: error.message, variant: 'destructive' }),
      },
    ),
  );

  return (
    <Card role="region" aria-labelledby="create-account-heading" className="flex flex-col gap-4 p-6 sm:p-8">
      <div>
        <h2 id="create-account-heading" className="font-display text-xl font-bold">
          Find this order on every device
        </h2>
        <p className="mt-1 text-pretty [overflow-wrap:anywhere] text-muted-foreground">
          Choose a password, and {email} is your account, with your orders and designs.
        </p>
      </div>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label="Password" error={errors.password?.message} hint="Must be at least 8 characters">
          <Input type="password" autoComplete="new-password" {...form.register('password')} />
        </Field>
        <FormError message={register.error && getErrorMessage(register.error)} />
        {isTaken && (
          <Link to="/auth" className="self-start font-semibold text-primary-text underline underline-offset-4">
            Sign in to add this order to it
          </Link>
        )}
        <Button type="submit" disabledFocusable={register.isPending} className="sm:self-start">
          {register.isPending ? 'Creating account...' : 'Create Account'}
        </Button>
      </form>
    </Card>
  );
}
