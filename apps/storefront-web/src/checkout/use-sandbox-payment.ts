import type { SandboxChallengeRequest, SandboxConfirmation } from '@shop/contracts/order';
import { answerSandboxChallenge, confirmSandboxPayment } from '@shop/contracts/routes';
import { api, clearToasts, getErrorMessage, toast, useSingleFlight } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import type { CardForm } from './card-form-schema.js';
import { isOutdatedError, PAYMENT_MUTATION_KEY, preparePayment, type PaymentFormProps } from './payment-form.js';
import { usePaymentReset } from './use-payment-reset.js';

type ConfirmedPayment = SandboxConfirmation & { clientSecret: string };

/**
 * Sends the card and the answer to a bank challenge to the sandbox. A decline is shown in the provider's words; the
 * customer can try again.
 */
export function useSandboxPayment(
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
