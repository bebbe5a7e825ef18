import { stubApi } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { openShell, resetBrowser, SIGNED_OUT } from '../testing/open-shell.js';
import PrivacyPage from './privacy.page.js';
import TermsPage from './terms.page.js';

beforeEach(() => void stubApi({ ...SIGNED_OUT }));
afterEach(resetBrowser);

it('PrivacyPage describes all data that the shop stores in the browser, and who else receives data', () => {
  openShell('/privacy', <PrivacyPage />);
  for (const text of [
    /up to two, which end 30 days after the last visit/,
    /One keeps you signed in, or keeps your artworks and your cart if you are not/,
    /recognizes the browser in which you have signed in for 400 days/,
    /tells the page that there is something in your cart/,
    /your photo and wishes in the art wizard/,
    /the product you chose and where the artwork lies on it/,
    /what you typed into a form such as your shipping address/,
    /key of the order that a link in our letters leads to/,
    /the time of the last sign-out/,
    /Your choice of light or dark stays in your own browser/,
    /the card payment provider runs a form of its own.* may set cookies of its own/,
    /card payment provider takes your payment.*your email address/,
    /print-on-demand provider receives.*your email address/,
    /cloud AI provider may be sent.*your pet’s name/,
    /“Download my data”/,
    /“Delete my account”/,
  ])
    expect(screen.getByText(text)).toBeVisible();
});

it('TermsPage repeats the satisfaction promise of the landing page', () => {
  openShell('/terms', <TermsPage />);
  expect(screen.getByText(/still does not make you smile, .*we make it right/)).toBeVisible();
});

describe('what the legal pages say about the AI', () => {
  const style = { id: crypto.randomUUID(), key: 'modern', name: 'Modern', description: '' };
  const open = (Page: typeof TermsPage, engine?: string) => {
    stubApi({ ...SIGNED_OUT, 'GET /api/styles': { json: [{ ...style, ...(engine && { engine }) }] } });
    openShell('/', <Page />);
  };

  it.each([
    [TermsPage, 'built-in', 'At present the software of this shop draws them itself.'],
    [TermsPage, 'openai', 'At present this provider is OpenAI.'],
    [
      PrivacyPage,
      'built-in',
      'At present no AI provider gets them: the software of this shop draws the artwork itself.',
    ],
    [PrivacyPage, 'openai', 'At present this AI provider is OpenAI.'],
  ] as const)('follows the engine: %p with %s', async (Page, engine, text) => {
    open(Page, engine);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it.each([undefined, 'another'])('is neutral for %s', async (engine) => {
    open(PrivacyPage, engine);
    expect(await screen.findByText(/cloud AI provider may be sent/)).toBeVisible();
    expect(document.body).not.toHaveTextContent(/OpenAI|At present/);
  });
});
