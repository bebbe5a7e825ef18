import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema } from '@shop/contracts/identity';
import {
  type SandboxChallengeRequest,
  type SandboxConfirmation,
  sandboxConfirmRequestSchema,
} from '@shop/contracts/order';
import { answerSandboxChallenge, confirmSandboxPayment } from '@shop/contracts/routes';
import { api, clearToasts, getErrorMessage, toast, useCurrentUser, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input, Spinner } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown, FlaskConical, LockKeyhole } from 'lucide-react';
import { type ChangeEvent, useId, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { BankChallenge } from './bank-challenge.js';
import {
  isOutdatedError,
  PAYMENT_MUTATION_KEY,
  PaymentError,
  type PaymentFormProps,
  preparePayment,
  usePaymentReset,
} from './payment-form.js';

const cardSchema = z.omit(sandboxConfirmRequestSchema, { clientSecret: true, amountCents: true });

/** A guest must give an email; a signed-in customer's is taken from the account. */
const guestCardFormSchema = z.extend(cardSchema, { email: emailSchema });
const customerCardFormSchema = z.extend(cardSchema, { email: z.string() });

type CardFormInput = z.input<typeof guestCardFormSchema>;
type CardForm = z.output<typeof guestCardFormSchema>;

const CARD_DIGITS_MAX = 19;

/** Formats in groups of four: `4242 4242 4242 4242`. */
export function formatCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, CARD_DIGITS_MAX);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Formats `MM / YY`. A one-digit month gets a leading zero: `4` → `04`, `1/` → `01`. */
export function formatExpiry(typed: string): string {
  const oneDigitMonth = /^([2-9]|\d(?=\s*\/))/.test(typed.trim());
  const digits = (oneDigitMonth ? `0${typed.trim()}` : typed).replace(/\D/g, '').slice(0, 4);
  return digits.length <= 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

interface TestCard {
  number: string;
  outcome: string;
}

/** The sandbox's test cards. They accept any future expiry and any CVC. */
const TEST_CARDS: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', outcome: 'is accepted' },
  { number: '4000 0000 0000 0002', outcome: 'is declined' },
  { number: '4000 0000 0000 9995', outcome: 'has insufficient funds' },
  { number: '4000 0025 0000 3155', outcome: 'asks you to confirm at your bank' },
];

/** Cards for delayed or rare outcomes. */
const SPECIAL_TEST_CARDS: readonly TestCard[] = [
  { number: '4000 0084 0000 1629', outcome: 'asks you to confirm, then is declined' },
  { number: '4000 0000 0000 1018', outcome: 'takes ten seconds, then is accepted' },
  { number: '4000 0000 0000 1026', outcome: 'takes ten seconds, then is declined' },
  { number: '4000 0000 0000 0259', outcome: 'is accepted, then disputed as fraud' },
  { number: '4000 0000 0000 2685', outcome: 'is accepted, then disputed as not received' },
  { number: '4000 0000 0000 7726', outcome: 'is accepted; a refund takes ten seconds' },
  { number: '4000 0000 0000 5126', outcome: 'is accepted; a refund fails after ten seconds' },
];

const TEST_EXPIRY = '12 / 34';
const TEST_CVC = '123';

interface Props {
  onPick: (cardNumber: string) => void;
}

function CardList({ cards, onPick }: Props & { cards: readonly TestCard[] }) {
  return (
    <ul className="flex flex-col">
      {cards.map(({ number, outcome }) => (
        <li key={number} className="flex flex-col items-start pb-1 sm:flex-row sm:items-center sm:gap-x-2 sm:pb-0">
          <button
            type="button"
            className="min-h-11 cursor-pointer font-semibold tabular-nums underline underline-offset-4"
            onClick={() => onPick(number)}
          >
            {number}
          </button>
          <span>{outcome}</span>
        </li>
      ))}
    </ul>
  );
}

/** Tells the customer that payments are simulated, and lists the test cards. */
function SandboxNotice({ onPick }: Props) {
  return (
    <aside aria-label="Test payments" className="mb-6 rounded-control bg-butter p-4 text-tint-foreground">
      <p className="mb-2 flex items-start gap-3 font-semibold">
        <FlaskConical aria-hidden className="mt-0.5 size-5 shrink-0" />
        This is a payment sandbox. No real card is charged: please use a test card.
      </p>
      <CardList cards={TEST_CARDS} onPick={onPick} />
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronDown aria-hidden className="size-4.5 transition-transform group-open:rotate-180" />
          More test cards
        </summary>
        <CardList cards={SPECIAL_TEST_CARDS} onPick={onPick} />
      </details>
    </aside>
  );
}

type ConfirmedPayment = SandboxConfirmation & { clientSecret: string };

/**
 * Sends the card and the answer to a bank challenge to the sandbox. A decline is shown in the provider's words; the
 * customer can try again.
 */
function useSandboxPayment(
  {
    checkout,
    amountCents,
    onPaid,
    onOutdated,
  }: Pick<PaymentFormProps, 'checkout' | 'amountCents' | 'onPaid' | 'onOutdated'>,
  isGuest: boolean,
) {
  const handlers = {
    onSuccess: ({ paymentIntentId: intentId, status, clientSecret }: ConfirmedPayment): void => {
      if (status !== 'requires_action') onPaid({ intentId, status, clientSecret });
    },
    onError: (error: Error): void => {
      if (isOutdatedError(error)) onOutdated(getErrorMessage(error));
      else toast({ title: 'Payment Failed', description: getErrorMessage(error), variant: 'destructive' });
    },
  };
  const paymentMutation = useMutation({
    mutationKey: PAYMENT_MUTATION_KEY,
    mutationFn: async ({ email, ...card }: CardForm): Promise<ConfirmedPayment> => {
      const { clientSecret } = await preparePayment(checkout, isGuest ? email : undefined);
      const body = { clientSecret, amountCents, ...card };
      return { clientSecret, ...(await api.call(confirmSandboxPayment, { body })) };
    },
    onMutate: () => {
      // The error of the last attempt must not be visible next to the success of this one.
      clearToasts();
      challengeMutation.reset();
    },
    ...handlers,
  });
  const challengeMutation = useMutation({
    mutationKey: PAYMENT_MUTATION_KEY,
    mutationFn: async (answer: SandboxChallengeRequest['answer']): Promise<ConfirmedPayment> => {
      const clientSecret = paymentMutation.data?.clientSecret ?? '';
      return { clientSecret, ...(await api.call(answerSandboxChallenge, { body: { clientSecret, answer } })) };
    },
    ...handlers,
  });

  usePaymentReset(paymentMutation, challengeMutation);

  const requestedChallenge = paymentMutation.data?.challenge ?? null;
  const challenge = challengeMutation.isIdle || challengeMutation.isPending ? requestedChallenge : null;
  // After the payment the button stays disabled until the next page is loaded.
  const isCompleted = challengeMutation.isSuccess || (paymentMutation.isSuccess && requestedChallenge === null);
  return {
    pay: useSingleFlight(paymentMutation),
    answerChallenge: useSingleFlight(challengeMutation),
    challenge,
    isAnswering: challengeMutation.isPending,
    /** The error of the last attempt. */
    error: challengeMutation.error ?? paymentMutation.error,
    isPaying: paymentMutation.isPending || challengeMutation.isPending || challenge !== null || isCompleted,
  };
}

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
