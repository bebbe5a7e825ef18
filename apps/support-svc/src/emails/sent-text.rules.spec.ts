import { EMAIL_SAMPLES } from '../../test/email-samples.js';
import type { EmailTemplate } from './email-props.js';
import { EMAIL_TEMPLATES, renderEmail } from './render-email.js';
import { hideKey, hideKeysInText, storesText } from './sent-text.rules.js';
import { ShopLinks } from './shop-links.js';

const shop = new ShopLinks('https://petart.example');
const names = Object.keys(EMAIL_TEMPLATES) as EmailTemplate[];
const SECRET = 'eyJ0b2tlbiI6InNlY3JldCJ9';
const samples: Readonly<Record<string, object>> = EMAIL_SAMPLES;

describe('the stored text of an email', () => {
  it('is that of emails about an order, but never of one with a code, a link into an account or a token', () => {
    expect(names.filter((name) => 'order' in samples[name]! && !storesText(name))).toEqual([
      'order-code',
      'order-review',
    ]);
    expect(names.filter((name) => !('order' in samples[name]!) && storesText(name))).toEqual([]);
  });

  it.each(names.filter(storesText))('of %s has no key of its link', (name) => {
    const props = { ...EMAIL_SAMPLES[name], link: { key: SECRET, changeableUntil: null } };
    const { subject, text } = renderEmail(name, hideKey(props) as never, shop);
    expect(`${subject}\n${text}`).not.toContain(SECRET);
  });

  it.each([
    [`See https://petart.example/orders/1?key=${SECRET}.`, 'See https://petart.example/orders/1?key=hidden'],
    [`(https://x.example/a?b=1&TOKEN=${SECRET})\nNext`, '(https://x.example/a?b=1&TOKEN=hidden)\nNext'],
    ['The keyring=red, please', 'The keyring=red, please'],
  ])('hides keys that a person has pasted: %j', (text, hidden) => {
    expect(hideKeysInText(text)).toBe(hidden);
  });
});
