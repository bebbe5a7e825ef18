import { clearToasts, sentenceOf, toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { confirmSandboxPayment } from './api/confirm-sandbox-payment.js';
import { saveGuestEmail } from './api/save-guest-email.js';
import type { CardForm } from './card-form-schema.js';
import type { PaymentFormProps } from './payment-form.js';

/** Gives the card to the sandbox. A decline is told in the provider's words, and may be tried again. */
export function useSandboxPayment({ clientSecret, onPaid }: Pick<PaymentFormProps, 'clientSecret' | 'onPaid'>, isGuest: boolean) {
  return useMutation({
    mutationFn: async ({ email, ...card }: CardForm) => {
      // Before the money: a paid order without an address leaves nobody to write to.
      if (isGuest) await saveGuestEmail({ clientSecret, email });
      return confirmSandboxPayment({ clientSecret, ...card });
    },
    // The last try's failure must not stand beside this one's success.
    onMutate: clearToasts,
    onSuccess: ({ paymentIntentId, status }) => onPaid({ intentId: paymentIntentId, status }),
    onError: (error) => toast({ title: 'Payment Failed', description: sentenceOf(error), variant: 'destructive' }),
  });
}
