import { DEFAULT_SHOP_SETTINGS } from '@shop/contracts-order';
import { stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import TermsPage from '../legal/terms.page.js';
import { openShell, resetBrowser, SIGNED_OUT } from '../testing/open-shell.js';
import { Layout } from './layout.js';

afterEach(resetBrowser);

const seller = {
  ...DEFAULT_SHOP_SETTINGS.seller,
  name: 'Paws & Prints',
  address: '12 Elm Street\n\nSpringfield',
  vatId: 'US123',
  legalText: 'Registered\nin Springfield',
};
const open = (shop: object) => {
  stubApi({ ...SIGNED_OUT, 'GET /api/shop': { json: shop } });
  openShell('/terms', <Layout children={<TermsPage />} />);
  return within(screen.getByRole('contentinfo'));
};

describe('the seller', () => {
  it('is at the end of each page, and with the legal facts at the end of the legal pages', async () => {
    const footer = open({ seller });
    expect(await footer.findByText('Paws & Prints, 12 Elm Street, Springfield')).toBeVisible();
    const section = within(screen.getByRole('heading', { name: 'Seller' }).closest('section')!);
    for (const text of ['Paws & Prints', '12 Elm Street', 'VAT id', 'US123', /Registered/])
      expect(section.getByText(text)).toBeVisible();
    expect(section.queryByText('Phone')).toBeNull();
  });

  it('has its legal facts on the legal pages also without a name', async () => {
    open({ seller: { ...DEFAULT_SHOP_SETTINGS.seller, email: 'paws@example.com' } });
    expect(await screen.findByRole('heading', { name: 'Seller' })).toBeVisible();
    expect(screen.getByText('paws@example.com')).toBeVisible();
  });

  it('is nowhere if it is not set', async () => {
    const footer = open({ seller: DEFAULT_SHOP_SETTINGS.seller });
    expect(await footer.findByText(/All rights reserved/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Seller' })).toBeNull();
  });
});
