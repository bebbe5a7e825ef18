import { zodResolver } from '@hookform/resolvers/zod';
import { secondFactorProofSchema, type SecondFactorProof } from '@shop/contracts-identity';
import { getErrorMessage } from '@shop/web-kit';
import { Button, Field, FormError, Input } from '@shop/web-ui';
import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { AccountAddress } from '../account-address.js';
import { CODE_INPUT } from './one-field-form.js';

interface Props {
  email: string;
  error: Error | null;
  isPending: boolean;
  submitLabel: string;
  variant?: ComponentProps<typeof Button>['variant'];
  onSubmit: (proof: SecondFactorProof) => void;
  onCancel: () => void;
}

/** The proof that a change of the second factor takes, with the error response below. */
export function PasswordAndCodeForm({ email, error, isPending, submitLabel, variant, ...props }: Props) {
  const { onSubmit, onCancel } = props;
  const form = useForm({ resolver: zodResolver(secondFactorProofSchema), defaultValues: { password: '', code: '' } });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit((proof) => onSubmit(proof))(event)}
    >
      <AccountAddress email={email} />
      <Field label="Your password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Field label="Code" hint="Six digits of your authenticator app, or a recovery code" error={errors.code?.message}>
        <Input {...CODE_INPUT} {...form.register('code')} />
      </Field>
      <FormError message={error && getErrorMessage(error)} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
        <Button type="button" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={variant} disabledFocusable={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
