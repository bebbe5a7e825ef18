import { zodResolver } from '@hookform/resolvers/zod';
import { registerRequestSchema, type RegisterRequest } from '@shop/contracts/identity';
import { toast, useRegister, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { FormError } from '../layout/form-error.js';

/** The API accepts no empty names. */
const omitEmptyNames = ({ firstName, lastName, ...account }: RegisterRequest): RegisterRequest => ({
  ...account,
  ...(firstName ? { firstName } : {}),
  ...(lastName ? { lastName } : {}),
});

export function RegisterForm() {
  const navigate = useNavigate();
  const register = useRegister();
  const registerOnce = useSingleFlight(register);
  const form = useForm({
    resolver: zodResolver(registerRequestSchema),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit((account) =>
    registerOnce(omitEmptyNames(account), {
      onSuccess: ({ email }) => {
        toast({ title: 'Account created!', description: `Welcome, ${email}` });
        void navigate('/');
      },
      onError: (error) => toast({ title: 'Registration failed', description: error.message, variant: 'destructive' }),
    }),
  );

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName?.message}>
          <Input autoComplete="given-name" {...form.register('firstName')} />
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          <Input autoComplete="family-name" {...form.register('lastName')} />
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message} hint="Must be at least 8 characters">
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      <FormError error={register.error} />
      <Button type="submit" size="lg" disabledFocusable={register.isPending}>
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
