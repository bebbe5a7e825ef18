import type { Appearance } from '@stripe/stripe-js';
import { findCardErrors, formatCardNumber, formatExpiry, type CardErrors, type CardInput } from './card-input.rules.js';
import { create, createIcon } from './dom.js';
import { toStyleSheet } from './styles.js';
import { SPECIAL_TEST_CARDS, TEST_CARDS, TEST_CVC, TEST_EXPIRY, type TestCard } from './test-cards.js';

type FieldName = keyof CardInput;

const FIELDS: readonly { name: FieldName; label: string; autoComplete: string; placeholder: string }[] = [
  { name: 'number', label: 'Card number', autoComplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  { name: 'expiry', label: 'Expiry', autoComplete: 'cc-exp', placeholder: 'MM / YY' },
  { name: 'cvc', label: 'CVC', autoComplete: 'cc-csc', placeholder: '123' },
];

const FORMATS: Partial<Record<FieldName, (typed: string) => string>> = {
  number: formatCardNumber,
  expiry: formatExpiry,
};

/** Label, input and error message, linked for screen readers. */
class CardField {
  readonly input: HTMLInputElement;
  readonly container: HTMLElement;
  private readonly errorId: string;

  constructor({ name, label, autoComplete, placeholder }: (typeof FIELDS)[number], onInput: () => void) {
    const id = `sandbox-card-${name}`;
    this.errorId = `${id}-error`;
    const attributes = { class: 'Input', id, inputmode: 'numeric', autocomplete: autoComplete, placeholder };
    this.input = create('input', attributes);
    if (name === 'cvc') this.input.maxLength = 4;
    const classes = name === 'number' ? 'Field wide' : 'Field';
    this.container = create('div', { class: classes }, create('label', { class: 'Label', for: id }, label), this.input);
    this.input.addEventListener('input', () => {
      const format = FORMATS[name];
      // Only input at the end is formatted; otherwise a caret in the middle would jump.
      if (format && this.input.selectionEnd === this.input.value.length) this.input.value = format(this.input.value);
      onInput();
    });
  }

  showError(message: string | undefined): void {
    if (this.container.querySelector('.Error')?.textContent === message) return;
    this.container.querySelector('.Error')?.remove();
    this.input.classList.toggle('Input--invalid', message !== undefined);
    if (message === undefined) {
      this.input.removeAttribute('aria-invalid');
      this.input.removeAttribute('aria-describedby');
      return;
    }
    this.input.setAttribute('aria-invalid', 'true');
    this.input.setAttribute('aria-describedby', this.errorId);
    this.container.append(create('p', { class: 'Error', id: this.errorId, role: 'alert' }, message));
  }
}

export interface PaymentElementOptions {
  readOnly?: boolean;
}

type Listener = (event: object) => void;

/** Stripe's Payment Element with a card form for test cards. */
export class PaymentElement {
  private readonly root = create('div', { class: 'sandbox-payment' });
  private readonly appearanceStyle = create('style');
  private readonly fields: Readonly<Record<FieldName, CardField>>;
  private readonly listeners = new Map<string, Set<Listener>>();
  /** From the first submit on, errors follow the input. */
  private wasSubmitted = false;
  private isReady = false;

  constructor(options: PaymentElementOptions, appearance: Appearance) {
    const fields = FIELDS.map((field) => [field.name, new CardField(field, () => this.onInput())] as const);
    this.fields = Object.fromEntries(fields) as Record<FieldName, CardField>;
    this.root.append(this.appearanceStyle, this.createNotice(), ...fields.map(([, { container }]) => container));
    this.update(options);
    this.setAppearance(appearance);
  }

  /** The card as it was typed. */
  get card(): CardInput {
    const { number, expiry, cvc } = this.fields;
    return { number: number.input.value, expiry: expiry.input.value, cvc: cvc.input.value };
  }

  mount(parent: HTMLElement | string): void {
    const container = typeof parent === 'string' ? document.querySelector(parent) : parent;
    container?.replaceChildren(this.root);
    setTimeout(() => {
      this.isReady = true;
      this.emit('ready', {});
    });
  }

  unmount(): void {
    this.root.remove();
  }

  destroy(): void {
    this.unmount();
    this.listeners.clear();
  }

  /** A listener for `ready` that comes late is called too: React may attach it after the form has appeared. */
  on(event: string, listener: Listener): this {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
    if (event === 'ready' && this.isReady) setTimeout(() => listener({}));
    return this;
  }

  off(event: string, listener?: Listener): this {
    if (listener) this.listeners.get(event)?.delete(listener);
    else this.listeners.delete(event);
    return this;
  }

  update({ readOnly }: PaymentElementOptions): void {
    if (readOnly === undefined) return;
    for (const { input } of Object.values(this.fields)) input.readOnly = readOnly;
  }

  setAppearance(appearance: Appearance): void {
    this.appearanceStyle.textContent = toStyleSheet(appearance);
  }

  /** Shows the error of each field, and focuses the first one. Returns the first message. */
  validate(): string | undefined {
    this.wasSubmitted = true;
    const errors = this.showErrors();
    const first = FIELDS.find(({ name }) => errors[name]);
    if (!first) return undefined;
    this.fields[first.name].input.focus();
    return errors[first.name];
  }

  private showErrors(): CardErrors {
    const errors = findCardErrors(this.card);
    for (const { name } of FIELDS) this.fields[name].showError(errors[name]);
    return errors;
  }

  private onInput(): void {
    const { card } = this;
    if (this.wasSubmitted) this.showErrors();
    this.emit('change', {
      elementType: 'payment',
      complete: Object.keys(findCardErrors(card)).length === 0,
      empty: Object.values(card).every((value) => value === ''),
      collapsed: false,
      value: { type: 'card' },
    });
  }

  private emit(event: string, payload: object): void {
    for (const listener of this.listeners.get(event) ?? []) listener(payload);
  }

  /** Says that payments are simulated, and lists the test cards. */
  private createNotice(): HTMLElement {
    const text = 'This is a payment sandbox. No real card is charged: please use a test card.';
    const summary = create('summary', {}, createIcon('chevron', 18), 'More test cards');
    return create(
      'aside',
      { 'aria-label': 'Test payments' },
      create('p', {}, createIcon('flask', 20), text),
      this.createCardList(TEST_CARDS),
      create('details', {}, summary, this.createCardList(SPECIAL_TEST_CARDS)),
    );
  }

  private createCardList(cards: readonly TestCard[]): HTMLElement {
    const items = cards.map(({ number, outcome }) => {
      const button = create('button', { type: 'button' }, number);
      button.addEventListener('click', () => this.fillIn(number));
      return create('li', {}, button, create('span', {}, outcome));
    });
    return create('ul', {}, ...items);
  }

  private fillIn(cardNumber: string): void {
    const { number, expiry, cvc } = this.fields;
    number.input.value = cardNumber;
    expiry.input.value = TEST_EXPIRY;
    cvc.input.value = TEST_CVC;
    this.onInput();
  }
}
