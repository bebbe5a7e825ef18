/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import type { PaymentElement } from './payment-element.js';

const navigateTo = jest.fn<(url: string) => void>();
jest.unstable_mockModule('./navigation.js', () => ({ navigateTo }));
await import('./stripe.js');

const SECRET = 'pi_1_secret_2';
const CONFIRM = '/sandbox/v1/payment_intents/pi_1/confirm';
const AUTHENTICATE = '/sandbox/v1/payment_intents/pi_1/authenticate';
const FAILED = 'We are unable to authenticate your payment method.';

const anIntent = (status: string) => ({ id: 'pi_1', client_secret: SECRET, amount: 6_183, currency: 'usd', status });
const found = (status: string) => ({ ok: true, text: async () => JSON.stringify(anIntent(status)) });
const failed = (error: object) => ({ ok: false, text: async () => JSON.stringify({ error }) });

const fetchStub = jest.fn<(url: string, init?: RequestInit) => Promise<object>>();
let opener: HTMLButtonElement;

beforeEach(() => {
  opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  Object.assign(globalThis, { fetch: fetchStub });
  // jsdom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
});
afterEach(() => {
  jest.resetAllMocks();
  document.body.replaceChildren();
});

interface Script {
  elements: (options: object) => { create: (type: 'payment') => PaymentElement };
  confirmPayment: (options: object) => Promise<{ paymentIntent?: { status: string }; error?: { message?: string } }>;
}

function find<T extends HTMLElement>(selector: string, text = ''): T {
  const element = [...document.querySelectorAll<T>(selector)].find(({ textContent }) => textContent?.includes(text));
  if (!element) throw new Error(`There is no ${selector} ${text}`);
  return element;
}

/** Pays with the test card of this number. */
function pay(cardNumber: string, redirect: 'always' | 'if_required' = 'if_required') {
  const stripe = (window as unknown as { Stripe: (key: string) => Script }).Stripe('pk_test_1');
  const elements = stripe.elements({});
  elements.create('payment').mount(document.body.appendChild(document.createElement('div')));
  find('li button', cardNumber).click();
  opener.focus();
  const confirmParams = { return_url: 'https://shop.test/order-complete' };
  return stripe.confirmPayment({ elements, clientSecret: SECRET, confirmParams, redirect });
}

/** Pays with the card whose bank asks, until the bank's dialog is shown. */
async function payUntilChallenged() {
  fetchStub.mockImplementation(async (url) => (url === CONFIRM ? found('requires_action') : found('succeeded')));
  const result = pay('4000 0025 0000 3155');
  while (!document.querySelector('dialog')) await new Promise((resolve) => setTimeout(resolve));
  return { result, dialog: find<HTMLDialogElement>('dialog') };
}

const listAnswers = () =>
  fetchStub.mock.calls
    .filter(([url]) => url === AUTHENTICATE)
    .map(([, init]) => Object.fromEntries(init?.body as URLSearchParams));

it('tells a listener that comes late that the form is ready', async () => {
  const stripe = (window as unknown as { Stripe: (key: string) => Script }).Stripe('pk_test_1');
  const element = stripe.elements({}).create('payment');
  await new Promise<void>((resolve) => {
    element.on('ready', () => resolve());
    element.mount(document.body);
  });
  await new Promise<void>((resolve) => element.on('ready', () => resolve()));
});

describe('the bank’s dialog', () => {
  it('names shop, amount and card, and says that it is simulated', async () => {
    const { dialog } = await payUntilChallenged();
    for (const text of ['Sandbox Bank', 'PetArt', '$61.83', '•••• 3155']) expect(dialog.textContent).toContain(text);
    expect(dialog.getAttribute('role')).toBe('alertdialog');
    const describe = (attribute: string) =>
      document.getElementById(dialog.getAttribute(attribute) ?? '')?.textContent ?? '';
    expect(describe('aria-labelledby')).toBe('Confirm this payment');
    expect(describe('aria-describedby')).toContain('sandbox');
    expect(document.activeElement?.textContent).toBe('Fail authentication');
  });

  it('completes the payment with one call for a double click', async () => {
    const { result } = await payUntilChallenged();
    find('dialog button', 'Complete').click();
    find('dialog button', 'Complete').click();
    expect((await result).paymentIntent?.status).toBe('succeeded');
    expect(listAnswers()).toEqual([{ key: 'pk_test_1', client_secret: SECRET, outcome: 'succeed' }]);
    expect(document.querySelector('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it.each([
    ['its button', () => find('dialog button', 'Fail').click()],
    [
      'Escape',
      () => find('dialog button').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    ],
  ])('fails the authentication by %s', async (_, fail) => {
    const { result } = await payUntilChallenged();
    fetchStub.mockResolvedValue(failed({ type: 'card_error', message: FAILED }));
    fail();
    expect((await result).error?.message).toBe(FAILED);
    expect(listAnswers()).toMatchObject([{ outcome: 'fail' }]);
  });

  it('stays open until the bank has answered', async () => {
    const { dialog } = await payUntilChallenged();
    fetchStub.mockReturnValue(new Promise(() => undefined));
    find('dialog button', 'Complete').click();
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(dialog.open).toBe(true);
    expect(find('dialog button', 'Complete').getAttribute('aria-disabled')).toBe('true');
    expect(listAnswers()).toHaveLength(1);
  });
});

it('a paid intent leads to the return address', async () => {
  fetchStub.mockResolvedValue(found('succeeded'));
  void pay('4242 4242 4242 4242', 'always');
  while (navigateTo.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve));
  expect(navigateTo.mock.calls).toEqual([
    [
      `https://shop.test/order-complete?payment_intent=pi_1&payment_intent_client_secret=${SECRET}&redirect_status=succeeded`,
    ],
  ]);
});

it.each([
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch')), /check your connection/],
  [
    'an error of the gateway',
    async () => ({ ok: false, text: async () => 'Too many attempts.' }),
    /^Too many attempts/,
  ],
])('%s is an error of the payment', async (_, answer, message) => {
  fetchStub.mockImplementation(answer);
  expect((await pay('4242 4242 4242 4242')).error?.message).toMatch(message);
});
