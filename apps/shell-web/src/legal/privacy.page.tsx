import { BRAND } from '@shop/contracts-common';
import { LegalText, type Clause } from './legal-text.js';
import { useEngine } from './use-engine.js';

const SENT_TO: Readonly<Record<string, string>> = {
  'built-in': 'At present no AI provider gets them: the software of this shop draws the artwork itself.',
  openai: 'At present this AI provider is OpenAI.',
};

const toClauses = (sentTo: string | undefined): Clause[] => [
  {
    heading: 'In short',
    paragraphs: [
      `${BRAND} keeps what it needs to make and send your order, and nothing for advertising. No page has trackers for advertising or for statistics.`,
    ],
  },
  {
    heading: 'What we keep',
    paragraphs: [
      'Your photos and the artworks made from them. We drop what a camera writes into a photo, such as the place where it was taken, before we store it.',
      'Your cart and your orders: what you chose, where it goes, and the email address that belongs to it.',
      'If you have an account: your name, your email address and a one-way code of your password, never the password itself.',
      'What you write to us through the contact form.',
    ],
  },
  {
    heading: 'Who helps us',
    paragraphs: [
      'A card payment provider takes your payment; your card number goes to it alone. We tell it the sum, the order’s number, your email address and where the order goes.',
      'A cloud AI provider may be sent your photo, your pet’s name and your wishes to draw the artwork, with a code in place of who you are.',
      ...(sentTo ? [sentTo] : []),
      'A print-on-demand provider receives the artwork, your shipping address, your email address and, if you gave them, your telephone number and the message of a gift, to print and send your order.',
      'A hosting provider runs the shop and its authentication, and stores the above for us.',
    ],
  },
  {
    heading: 'Cookies and storage',
    paragraphs: [
      'Who only looks around gets no cookie. Who signs in, uploads a photo or fills a cart gets up to two, which end 30 days after the last visit. One keeps you signed in, or keeps your artworks and your cart if you are not. The other only tells the page that there is something in your cart. A third one recognizes the browser in which you have signed in for 400 days, so that strangers who try passwords can’t lock you out.',
      'We note sign-ins, wrong passwords and changes of a password with the network they came from, not the whole address, for 180 days. You find the notes in the download of your data.',
      'What you have begun stays in the browser’s tab, so that a reload loses nothing: your photo and wishes in the art wizard, the product you chose and where the artwork lies on it, what you typed into a form such as your shipping address, and the key of the order that a link in our letters leads to. It goes when you close the tab or sign out.',
      'Your choice of light or dark stays in your own browser, until you delete it there. So does the time of the last sign-out, so that going back shows no one else’s pages.',
      'Where you pay, the card payment provider runs a form of its own. It looks out for fraud, and may set cookies of its own for that.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      'If you have an account, your profile has two buttons for it. “Download my data” gives you one file with everything we hold about you. “Delete my account” deletes your account and everything you made with it; the law makes us keep your orders, without your name, address and email once they have reached you.',
      'Ask us what we hold about you, have it corrected, or have it deleted: send us a message with the button at the foot of every page.',
    ],
  },
];

export default function PrivacyPage() {
  const engine = useEngine();
  return <LegalText title="Privacy Policy" clauses={toClauses(engine && SENT_TO[engine])} />;
}
