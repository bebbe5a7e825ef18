import { BRAND } from '@shop/contracts-common';
import { LegalText, type Clause } from './legal-text.js';
import { useEngine } from './use-engine.js';

const DRAWN_BY: Readonly<Record<string, string>> = {
  'built-in': 'At present the software of this shop draws them itself.',
  openai: 'At present this provider is OpenAI.',
};

const toClauses = (drawnBy: string | undefined): Clause[] => [
  {
    heading: 'What we do',
    paragraphs: [
      `${BRAND} turns a photo you upload into an artwork, and prints that artwork on the things you order. By using the shop you agree to these terms.`,
    ],
  },
  {
    heading: 'Your photos and your artwork',
    paragraphs: [
      'Upload only photos that are yours, or that you may use. They stay yours. You allow us to store and process them as far as it takes to make your artwork and your order.',
      'The artwork made from your photo is yours to use as you like. The pictures are made by an AI service that runs on a cloud AI provider; no two are alike, and the result may differ from what you had in mind.',
      ...(drawnBy ? [drawnBy] : []),
      'We may decline photos or requests that are unlawful, hurtful, or that the AI provider does not accept.',
    ],
  },
  {
    heading: 'Orders and payment',
    paragraphs: [
      'Prices are in US dollars. Shipping and tax are shown before you pay. Your order is placed when the payment has gone through.',
      'Card payments are handled by a card payment provider. We never see or keep your card number.',
    ],
  },
  {
    heading: 'Printing, shipping and returns',
    paragraphs: [
      'Your order is printed and shipped by a print-on-demand provider, one piece at a time, to the address you give us.',
      'After the payment, the page of your order says until when you can change or cancel it.',
      'If something arrives damaged, misprinted or not at all, write to us through the contact form, and we print it again or return your money. If it came as ordered and still does not make you smile, tell us as well, and we make it right. As each piece is made for you alone, we can not take it back, except where the law says so.',
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'You can shop without an account. If you have one, keep its password to yourself. The shop and the sign-in run at a hosting provider, which also handles authentication for us.',
    ],
  },
  {
    heading: 'Changes and questions',
    paragraphs: [
      'We may change these terms; what holds for an order is what stood here when you placed it. If anything is unclear, send us a message: the button is at the foot of every page.',
    ],
  },
];

export default function TermsPage() {
  const engine = useEngine();
  return <LegalText title="Terms of Service" clauses={toClauses(engine && DRAWN_BY[engine])} />;
}
