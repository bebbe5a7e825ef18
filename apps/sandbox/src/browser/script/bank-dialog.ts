import type { PaymentIntent } from '@stripe/stripe-js';
import type { PaymentResult } from './payment-intents.js';
import { create, createIcon } from './dom.js';

type Outcome = 'succeed' | 'fail';

interface Challenge {
  intent: PaymentIntent;
  last4: string;
  /** Tells the bank what the customer chose. */
  onAnswer: (outcome: Outcome) => Promise<PaymentResult>;
}

const SHOP = 'PetArt';

const formatAmount = ({ amount, currency }: PaymentIntent): string =>
  (amount / 100).toLocaleString('en-US', { style: 'currency', currency });

function createDetails({ intent, last4 }: Challenge): HTMLElement {
  const rows = [
    ['Shop', SHOP],
    ['Amount', formatAmount(intent)],
    ['Card', `•••• ${last4}`],
  ] as const;
  return create(
    'dl',
    {},
    ...rows.map(([label, value]) => create('div', {}, create('dt', {}, label), create('dd', {}, value))),
  );
}

const createBanner = (): HTMLElement =>
  create(
    'p',
    { class: 'sandbox-bank-banner' },
    createIcon('bank', 24),
    create('strong', {}, 'Sandbox Bank'),
    create('span', {}, createIcon('shield', 16), 'Card check'),
  );

const DESCRIPTION =
  "Your bank asks whether it is you who is paying. This one is the sandbox's: choose what should come of it.";

function createDialog(challenge: Challenge, buttons: HTMLElement): HTMLDialogElement {
  const title = create('h2', { id: 'sandbox-bank-title' }, 'Confirm this payment');
  const description = create('p', { id: 'sandbox-bank-description' }, DESCRIPTION);
  const attributes = { 'aria-labelledby': title.id, 'aria-describedby': description.id };
  return create(
    'dialog',
    { class: 'sandbox-bank', role: 'alertdialog', ...attributes },
    createBanner(),
    title,
    description,
    createDetails(challenge),
    buttons,
  );
}

/**
 * Shows the dialog of the cardholder's bank over the shop, and resolves with the result of the payment. Escape fails the
 * authentication.
 */
export function openBankDialog(challenge: Challenge): Promise<PaymentResult> {
  const completeButton = create('button', { type: 'button', class: 'sandbox-bank-complete' }, 'Complete');
  const failButton = create('button', { type: 'button' }, 'Fail authentication');
  const dialog = createDialog(challenge, create('div', {}, completeButton, failButton));
  const opener = document.activeElement;
  let isAnswering = false;

  return new Promise((resolve) => {
    const answer = async (outcome: Outcome): Promise<void> => {
      if (isAnswering) return;
      isAnswering = true;
      // Disabled buttons would lose the focus.
      for (const button of [completeButton, failButton]) button.setAttribute('aria-disabled', 'true');
      const result = await challenge.onAnswer(outcome);
      dialog.close();
      dialog.remove();
      if (opener instanceof HTMLElement) opener.focus();
      resolve(result);
    };
    completeButton.addEventListener('click', () => void answer('succeed'));
    failButton.addEventListener('click', () => void answer('fail'));
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      void answer('fail');
    });
    // Other ways to close a dialog, such as Android's gesture.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      void answer('fail');
    });
    document.body.append(dialog);
    dialog.showModal();
    failButton.focus();
  });
}
