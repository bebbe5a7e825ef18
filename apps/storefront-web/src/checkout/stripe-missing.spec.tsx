import { jest } from '@jest/globals';
import { CHUNK_IS_GONE, CHUNK_IS_THERE, createChunkError, stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';

const downloadForm = jest.fn<() => object>();
jest.unstable_mockModule('./stripe-elements-form.js', downloadForm);
const { checkoutAnswers, enterAddress } = await import('../testing/checkout-steps.js');
const { resetBrowser, setCartCookie, openShop } = await import('../testing/open-shop.js');

beforeEach(() => {
  setCartCookie();
  downloadForm.mockImplementation(() => {
    throw createChunkError();
  });
});
afterEach(resetBrowser);

/** Opens the payment step, whose form can't be downloaded. */
async function openPaymentStep(server: typeof CHUNK_IS_GONE) {
  stubApi({
    ...checkoutAnswers(),
    ...server,
  });
  const { user } = openShop('/checkout');
  await enterAddress(user);
  return { user, alert: within(await screen.findByRole('alert')) };
}

describe('payment form that is missing', () => {
  it('is replaced by one line that offers to reload if a newer build is deployed, and the address is kept', async () => {
    const { alert } = await openPaymentStep(CHUNK_IS_GONE);
    expect(alert.getByText('PetArt was updated. Please reload the page.')).toBeVisible();
    expect(alert.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(Object.values({ ...sessionStorage }).join()).toContain('12 Elm Street');
  });

  it('is loaded again by Retry after a failed download', async () => {
    const { user, alert } = await openPaymentStep(CHUNK_IS_THERE);
    expect(alert.getByText(/^This part of the page can't be loaded right now\./)).toBeVisible();
    downloadForm.mockReturnValue({ StripeElementsForm: () => <p>Payment Element</p> });
    await user.click(alert.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Payment Element')).toBeVisible();
  });
});
