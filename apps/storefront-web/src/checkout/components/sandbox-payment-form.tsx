import { zodResolver } from '@hookform/resolvers/zod';
import { useCurrentUser } from '@shop/web-kit';
import { Button, Field, Input, Spinner } from '@shop/web-ui';
import { LockKeyhole } from 'lucide-react';
import { useId, useRef, type ChangeEvent } from 'react';
import { useForm } from 'react-hook-form';
import { formatCardNumber, formatExpiry } from '../card-format.js';
import { customerCardFormSchema, guestCardFormSchema, type CardForm, type CardFormInput } from '../card-form-schema.js';
import type { PaymentFormProps } from '../payment-form.js';
import { TEST_CVC, TEST_EXPIRY } from '../test-cards.js';
import { useSandboxPayment } from '../use-sandbox-payment.js';
import { BankChallenge } from './bank-challenge.js';
import { PaymentError } from './payment-error.js';
import { SandboxNotice } from './sandbox-notice.js';

const EMPTY_CARD: CardFormInput = { email: '', cardNumber: '', expiry: '', cvc: '' };

/** Only input at the end is registerFormatted; otherwise a caret in the middle would jump. */
const isTypedAtEnd = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): boolean =>
  input.selectionEnd === null || input.selectionEnd === input.value.length;

/** The card form of the sandbox provider. */
export function SandboxPaymentForm(props: PaymentFormProps) {
  const isGuest = useCurrentUser().user === null;
  const { pay, answerChallenge, challenge, isAnswering, isPaying, error } = useSandboxPayment(props, isGuest);
  const isBusy = isPaying || props.isRefreshing;
  const button = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const { register, handleSubmit, setValue, formState } = useForm<CardFormInput, unknown, CardForm>({
    resolver: zodResolver(isGuest ? guestCardFormSchema : customerCardFormSchema),
    defaultValues: EMPTY_CARD,
  });
  const { errors } = formState;

  const registerFormatted = (name: 'cardNumber' | 'expiry', format: (value: string) => string) =>
    register(name, {
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        isTypedAtEnd(event) && setValue(name, format(event.target.value)),
    });
  const fillInTestCard = (cardNumber: string): void => {
    setValue('cardNumber', cardNumber, { shouldValidate: true });
    setValue('expiry', TEST_EXPIRY, { shouldValidate: true });
    setValue('cvc', TEST_CVC, { shouldValidate: true });
  };

  return (
    <form noValidate onSubmit={(event) => void handleSubmit((card) => pay(card))(event)}>
      <SandboxNotice onPick={fillInTestCard} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {isGuest && (
          <Field
            label="Email"
            error={errors.email?.message}
            hint="So that we can reach you about this order."
            className="sm:col-span-2"
          >
            <Input {...register('email')} type="email" autoComplete="email" readOnly={isBusy} />
          </Field>
        )}
        <Field label="Card number" error={errors.cardNumber?.message} className="sm:col-span-2">
          <Input
            {...registerFormatted('cardNumber', formatCardNumber)}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            readOnly={isBusy}
          />
        </Field>
        <Field label="Expiry" error={errors.expiry?.message}>
          <Input
            {...registerFormatted('expiry', formatExpiry)}
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            readOnly={isBusy}
          />
        </Field>
        <Field label="CVC" error={errors.cvc?.message}>
          <Input
            {...register('cvc')}
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            placeholder="123"
            readOnly={isBusy}
          />
        </Field>
      </div>
      <PaymentError error={error} errorAfterRefresh={props.isRefreshing ? null : props.paymentError} id={errorId} />
      <Button
        ref={button}
        type="submit"
        size="lg"
        disabledFocusable={isBusy}
        aria-describedby={errorId}
        className="mt-7 w-full"
      >
        {isBusy ? <Spinner /> : <LockKeyhole aria-hidden />}
        {isBusy ? 'Processing...' : 'Complete Order'}
      </Button>
      <BankChallenge
        challenge={challenge}
        isAnswering={isAnswering}
        onAnswer={answerChallenge}
        returnFocusTo={() => button.current}
      />
    </form>
  );
}
