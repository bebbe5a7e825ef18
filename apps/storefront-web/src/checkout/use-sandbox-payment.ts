import type { SandboxChallengeRequest, SandboxConfirmation } from '@shop/contracts/order';
import { clearToasts, sentenceOf, toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useSingleFlight } from '../use-single-flight.js';
import { answerSandboxChallenge } from './api/answer-sandbox-challenge.js';
import { confirmSandboxPayment } from './api/confirm-sandbox-payment.js';
import { saveGuestEmail } from './api/save-guest-email.js';
import type { CardForm } from './card-form-schema.js';
import type { PaymentFormProps } from './payment-form.js';

/** Gives the card to the sandbox, and the bank's challenge its answer. A decline is told in the provider's words, and may be tried again. */
export function useSandboxPayment({ clientSecret, onPaid }: Pick<PaymentFormProps, 'clientSecret' | 'onPaid'>, isGuest: boolean) {
  const outcome = {
    onSuccess: ({ paymentIntentId: intentId, status }: SandboxConfirmation): void => {
      if (status !== 'requires_action') onPaid({ intentId, status });
    },
    onError: (error: Error): void => void toast({ title: 'Payment Failed', description: sentenceOf(error), variant: 'destructive' }),
  };
  const answering = useMutation({
    mutationFn: (answer: SandboxChallengeRequest['answer']) => answerSandboxChallenge({ clientSecret, answer }),
    ...outcome,
  });
  const payment = useMutation({
    mutationFn: async ({ email, ...card }: CardForm) => {
      // Before the money: a paid order without an address leaves nobody to write to.
      if (isGuest) await saveGuestEmail({ clientSecret, email });
      return confirmSandboxPayment({ clientSecret, ...card });
    },
    onMutate: () => {
      // The last try's failure must not stand beside this one's success.
      clearToasts();
      answering.reset();
    },
    ...outcome,
  });

  const asked = payment.data?.challenge ?? null;
  const challenge = answering.isIdle || answering.isPending ? asked : null;
  // Given: the button stays shut until the next page is there.
  const isGiven = answering.isSuccess || (payment.isSuccess && asked === null);
  return {
    pay: useSingleFlight(payment),
    answer: useSingleFlight(answering),
    challenge,
    isAnswering: answering.isPending,
    isBusy: payment.isPending || answering.isPending || challenge !== null || isGiven,
  };
}
