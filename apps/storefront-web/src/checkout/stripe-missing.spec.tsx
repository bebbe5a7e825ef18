import { jest } from '@jest/globals';
import { CHUNK_IS_GONE, CHUNK_IS_THERE, createChunkError, stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';

const downloadForm = jest.fn<() => object>();
jest.unstable_mockModule('./stripe-elements-form.js', downloadForm);
const { checkoutAnswers, enterAddress } = await import('../testing/checkout-steps.js');
const { SANDBOX_CONFIG } = await import('../testing/sandbox-script.js');
const { resetBrowser, setCartCookie, openShop } = await import('../testing/open-shop.js');

beforeEach(() => {
  setCartCookie();
  downloadForm.mockImplementation(() => {
    throw createChunkError();
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  resetBrowser();
});

/** Opens the payment step, a part of which can't be loaded. */
async function openPaymentStep(server: Parameters<typeof stubApi>[0]) {
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

  it.each([
    ['Stripe’s script', { provider: 'stripe', publishableKey: 'pk_test_1' }, 'js.stripe.com'],
    ['another script', { ...SANDBOX_CONFIG, scriptUrl: '/sandbox/missing.js' }, '/sandbox/missing.js'],
  ])('names the address of %s that can’t be loaded', async (_, config, address) => {
    downloadForm.mockReturnValue({});
    jest.spyOn(document.head, 'appendChild').mockImplementation((script) => {
      setTimeout(() => script.dispatchEvent(new Event('error')));
      return script;
    });
    const { alert } = await openPaymentStep({ 'GET /api/checkout/config': { json: config } });
    expect(
      alert.getByText(
        `The payment form could not be loaded. Please check your connection, and that nothing blocks ${address}.`,
      ),
    ).toBeVisible();
  });
});
