import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import PrivacyPage from './privacy.page.js';
import TermsPage from './terms.page.js';

const ROOT = join(import.meta.dirname, '../../../..');

/** Files that store data in the browser, and the texts of /privacy about it. */
const STORAGE_FILES: Readonly<Record<string, readonly RegExp[]>> = {
  'apps/gateway/src/requests/session-cookie.ts': [
    /up to two, which end 30 days after the last visit/,
    /One keeps you signed in, or keeps your artworks and your cart if you are not/,
  ],
  'apps/identity-svc/src/security/sign-in-client.ts': [
    /recognises the browser in which you have signed in for 400 days/,
  ],
  'apps/order-svc/src/carts/cart-cookie.interceptor.ts': [/tells the page that there is something in your cart/],
  'apps/storefront-web/src/draft.ts': [
    /your photo and wishes in the art wizard/,
    /the product you chose and where the artwork lies on it/,
    /what you typed into a form such as your shipping address/,
    /key of the order that a link in our letters leads to/,
  ],
  'apps/admin-web/src/forms.ts': [/what you typed into a form/],
  'libs/web/kit/src/session/sign-in.ts': [/the time of the last sign-out/],
  'libs/web/kit/src/theme/theme-store.ts': [/Your choice of light or dark stays in your own browser/],
};

const WIZARD_TEXT = /your photo and wishes in the art wizard/;
const DESIGNER_TEXT = /the product you chose and where the artwork lies on it/;
const FORM_TEXT = /what you typed into a form/;
/** Files that store data as drafts, and the text about each. */
const DRAFT_FILES: Readonly<Record<string, RegExp>> = {
  'apps/storefront-web/src/wizard/create.page.tsx': WIZARD_TEXT,
  'apps/storefront-web/src/catalogue/remembered-product.ts': DESIGNER_TEXT,
  'apps/storefront-web/src/customize/design-editor.tsx': DESIGNER_TEXT,
  'apps/storefront-web/src/orders/change-item.tsx': DESIGNER_TEXT,
  'apps/storefront-web/src/orders/change-order.tsx': FORM_TEXT,
  'apps/storefront-web/src/checkout/shipping-form.tsx': FORM_TEXT,
  'apps/storefront-web/src/orders/order.page.tsx': /key of the order that a link in our letters leads to/,
  'apps/admin-web/src/orders/drawer/order-drawer.tsx': FORM_TEXT,
  'apps/admin-web/src/requests/request-drawer.tsx': FORM_TEXT,
};

const STORAGE_CALL =
  /Storage\.setItem\(|document\.cookie = |Max-Age=\$\{|Cookie\.serialize\(|setCookie\(|indexedDB\.|caches\.open\(|serviceWorker\.register\(/;

const DRAFT_CALL = /(?<!function )\b(?:saveDraft|useDraft)\(/;

const sources = globSync(['apps/*/src/**/*.{ts,tsx,html}', 'libs/*/src/**/*.ts', 'libs/web/*/src/**/*.{ts,tsx}'], {
  cwd: ROOT,
}).filter((file) => !/\.spec\.|\/testing\//.test(file));
const findFiles = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8'))).sort();

afterEach(cleanup);

describe('PrivacyPage', () => {
  it('describes all data that the shop stores in the browser', () => {
    expect(findFiles(STORAGE_CALL)).toEqual(Object.keys(STORAGE_FILES).sort());
    expect(findFiles(DRAFT_CALL)).toEqual(Object.keys(DRAFT_FILES).sort());
    render(<PrivacyPage />);
    for (const text of [...Object.values(STORAGE_FILES).flat(), ...Object.values(DRAFT_FILES)])
      expect(screen.getByText(text)).toBeVisible();
  });

  it('mentions third-party cookies', () => {
    render(<PrivacyPage />);
    expect(
      screen.getByText(/the card payment provider runs a form of its own.* may set cookies of its own/),
    ).toBeVisible();
  });

  it('names the buttons of the profile page correctly', () => {
    render(<PrivacyPage />);
    const profile = globSync('*.tsx', { cwd: join(import.meta.dirname, '../profile') }).map((file) =>
      readFileSync(join(import.meta.dirname, '../profile', file), 'utf8'),
    );
    for (const button of ['Download my data', 'Delete my account']) {
      expect(screen.getByText(new RegExp(`“${button}”`))).toBeVisible();
      expect(profile.some((source) => source.includes(`title="${button}"`))).toBe(true);
    }
  });

  it('lists who else receives the email address and the pet’s name', () => {
    render(<PrivacyPage />);
    for (const text of [
      /card payment provider takes your payment.*your e-mail address/,
      /print-on-demand provider receives.*your e-mail address/,
      /cloud AI provider may be sent.*your pet’s name/,
    ])
      expect(screen.getByText(text)).toBeVisible();
  });
});

it('TermsPage repeats the satisfaction promise of the landing page', () => {
  const promise = 'If it does not make you smile, we make it right.';
  expect(readFileSync(join(ROOT, 'apps/storefront-web/src/landing/sections.tsx'), 'utf8')).toContain(promise);
  render(<TermsPage />);
  expect(screen.getByText(/still does not make you smile, .*we make it right/)).toBeVisible();
});
