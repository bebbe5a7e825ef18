import { parseCents } from '@shop/contracts/common';
import type { SandboxChallengeRequest, SandboxConfirmation } from '@shop/contracts/order';
import { clearToasts, sentenceOf, toast, useSingleFlight } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { answerSandboxChallenge } from './api/answer-sandbox-challenge.js';
import { confirmSandboxPayment } from './api/confirm-sandbox-payment.js';
import { preparePayment } from './api/prepare-payment.js';
import type { CardForm } from './card-form-schema.js';
import { isOutdatedError, PAYMENT_MUTATION_KEY, type PaymentFormProps } from './payment-form.js';

type Given = SandboxConfirmation & { clientSecret: string };

/** Gives the card to the sandbox, and the bank's challenge its answer. A decline is told in the provider's words, and may be tried again. */
export function useSandboxPayment(
  { checkout, onPaid, onOutdated }: Pick<PaymentFormProps, 'checkout' | 'onPaid' | 'onOutdated'>,
  isGuest: boolean,
) {
  const { orderNumber, revision, order } = checkout;
  const outcome = {
    onSuccess: ({ paymentIntentId: intentId, status, clientSecret }: Given): void => {
      if (status !== 'requires_action') onPaid({ intentId, status, clientSecret });
    },
    onError: (error: Error): void => {
      if (isOutdatedError(error)) onOutdated(sentenceOf(error));
      else toast({ title: 'Payment Failed', description: sentenceOf(error), variant: 'destructive' });
    },
  };
  const payment = useMutation({
    mutationKey: PAYMENT_MUTATION_KEY,
    mutationFn: async ({ email, ...card }: CardForm): Promise<Given> => {
      const { clientSecret } = await preparePayment({ orderNumber, revision, ...(isGuest && { email }) });
      return {
        clientSecret,
        ...(await confirmSandboxPayment({ clientSecret, amountCents: parseCents(order.total), ...card })),
      };
    },
    onMutate: () => {
      // The last try's failure must not stand beside this one's success.
      clearToasts();
      answering.reset();
    },
    ...outcome,
  });
  const answering = useMutation({
    mutationKey: PAYMENT_MUTATION_KEY,
    mutationFn: async (answer: SandboxChallengeRequest['answer']): Promise<Given> => {
      const clientSecret = payment.data?.clientSecret ?? '';
      return { clientSecret, ...(await answerSandboxChallenge({ clientSecret, answer })) };
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
    /** What the last try was refused with. */
    refusal: answering.error ?? payment.error,
    isPaying: payment.isPending || answering.isPending || challenge !== null || isGiven,
  };
}
