import { BRAND } from '@shop/contracts/common';
import { LegalText, type Clause } from './legal-text.js';

const CLAUSES: Clause[] = [
  {
    heading: 'In short',
    paragraphs: [`${BRAND} keeps what it needs to make and send your order, and nothing for advertising. There are no trackers on these pages.`],
  },
  {
    heading: 'What we keep',
    paragraphs: [
      'Your photos and the artworks made from them. We drop what a camera writes into a photo, such as the place where it was taken, before we store it.',
      'Your cart and your orders: what you chose, where it goes, and the e-mail address that belongs to it.',
      'If you have an account: your name, your e-mail address and a one-way code of your password, never the password itself.',
      'What you write to us through the contact form.',
    ],
  },
  {
    heading: 'Who helps us',
    paragraphs: [
      'A card payment provider takes your payment; your card number goes to it alone.',
      'A cloud AI provider may be sent your photo and your wishes to draw the artwork.',
      'A print-on-demand provider receives the artwork and your shipping address, to print and send your order.',
      'A hosting provider runs the shop and its authentication, and stores the above for us.',
    ],
  },
  {
    heading: 'Cookies and storage',
    paragraphs: [
      'One cookie keeps you signed in, or keeps your cart if you are not. Another says that there is something in your cart. Your choice of light or dark stays in your own browser.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: ['Ask us what we hold about you, have it corrected, or have it deleted: send us a message with the button at the foot of every page.'],
  },
];

export default function PrivacyPage() {
  return <LegalText title="Privacy Policy" clauses={CLAUSES} />;
}
