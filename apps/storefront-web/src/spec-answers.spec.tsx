import {
  ANSWER_KINDS,
  findToast,
  waitForAddress,
  SPEC_ANSWERS,
  SPEC_USER,
  stubApi,
  UNKNOWN_VALUES,
} from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { ADDRESS, CONFIRM, enterAddress, enterCard } from './testing/checkout-steps.js';
import { anIntent, SANDBOX_CONFIG } from './testing/sandbox-script.js';
import { openShop, resetBrowser, setCartCookie } from './testing/open-shop.js';
import { restoreImage, stubImage } from './testing/browser-stubs.js';

const kinds = Object.entries(ANSWER_KINDS);
const UNKNOWN = 'unknown values of enums';

/** Answers of calls that the specification does not name; a page that makes them needs them. */
const FURTHER_ANSWERS = {
  'GET /api/checkout/config': SANDBOX_CONFIG,
  'GET /api/checkout/orders/pi_1': { state: 'paid', order: SPEC_ANSWERS['GET /api/orders'][0] },
  'GET /api/orders/71': { order: SPEC_ANSWERS['GET /api/orders'][0] },
};

function stubSpecApi(change: (answer: unknown) => unknown, user: object | null = null) {
  const answers = { ...SPEC_ANSWERS, ...FURTHER_ANSWERS };
  return stubApi({
    'GET /api/user': user ? { json: change(user) } : { status: 401 },
    [CONFIRM]: { json: anIntent('succeeded') },
    ...Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, { json: change(answer) }])),
  });
}

type User = ReturnType<typeof openShop>['user'];

async function uploadPhoto(user: User): Promise<void> {
  const photo = new File(['…'], 'rex.jpg', { type: 'image/jpeg' });
  await user.upload(await screen.findByLabelText('Photo of your pet'), photo);
  await screen.findByRole('button', { name: 'Generate Art' });
}

const findText = async (text: string | RegExp) => expect((await screen.findAllByText(text))[0]).toBeVisible();
const findHeading = async (name: string | RegExp) => expect(await screen.findByRole('heading', { name })).toBeVisible();

interface Screen {
  address: string;
  isSignedIn?: true;
  /** Expects the main content; may first operate the page. */
  expectContent: (user: User, kind: string) => Promise<unknown>;
}

const SCREENS: Record<string, Screen> = {
  landing: { address: '/', expectContent: () => findText('Create Your Pet Art') },
  products: {
    address: '/products',
    expectContent: async (_user, kind) => {
      await findHeading('Classic T-Shirt');
      await findText('$24.00');
      await findText(kind === UNKNOWN ? UNKNOWN_VALUES.category : 'T-Shirt');
    },
  },
  styles: {
    address: '/create',
    expectContent: async (user) => {
      await uploadPhoto(user);
      expect(await screen.findByRole('radio', { name: 'Cyberpunk' })).toBeVisible();
      await findText('Sample picture');
    },
  },
  'finished artwork': {
    address: '/create',
    expectContent: async (user) => {
      await uploadPhoto(user);
      await user.click(await screen.findByRole('radio', { name: 'Cyberpunk' }));
      await user.click(screen.getByRole('button', { name: 'Generate Art' }));
      expect(await screen.findByRole('link', { name: 'Put it on a product' })).toHaveAttribute(
        'href',
        '/customize?imageId=61&imageUrl=%2Fmedia%2Fartwork',
      );
    },
  },
  designer: {
    address: '/customize?imageId=61&imageUrl=%2Fmedia%2Fartwork',
    expectContent: async (user, kind) => {
      await user.click(await screen.findByRole('radio', { name: /Classic T-Shirt/ }));
      expect(await screen.findByRole('img', { name: 'Your artwork on Classic T-Shirt' })).toBeVisible();
      await findText('Black');
      if (kind === UNKNOWN) await findText(UNKNOWN_VALUES.type);
      else await user.click(await screen.findByRole('radio', { name: 'M' }));
      await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
      await findToast('Added to cart!', 'Your custom product has been added to your cart.');
      await waitForAddress('/cart');
    },
  },
  cart: {
    address: '/cart',
    expectContent: async (user) => {
      await findHeading('Classic T-Shirt');
      expect(screen.getByText('M').parentElement).toHaveTextContent('size: M');
      expect(screen.getAllByText('$48.00')).toHaveLength(3);
      expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Increase quantity' }));
      await user.click(screen.getByRole('button', { name: 'Remove Classic T-Shirt' }));
      await findToast('Item removed from cart.');
    },
  },
  checkout: {
    address: '/checkout',
    expectContent: async (user) => {
      await enterAddress(user);
      await findToast('Shipping confirmed', 'Proceed to payment');
      await findText('$61.83');
      await enterCard(user);
      await user.type(screen.getByLabelText('Email'), 'sam@example.com');
      await user.click(screen.getByRole('button', { name: 'Complete Order' }));
      await findHeading('Thank you for your order!');
    },
  },
  'order complete': {
    address: '/order-complete?payment_intent=pi_1',
    expectContent: async () => {
      await findHeading('Thank you for your order!');
      await findText('PA-71');
    },
  },
  'my orders': {
    address: '/orders',
    isSignedIn: true,
    expectContent: async (_user, kind) => {
      await findHeading('Order PA-71');
      await findText('$61.83');
      await findText(ADDRESS.address);
      await findText(kind === UNKNOWN ? UNKNOWN_VALUES.status : 'processing');
    },
  },
  order: {
    address: '/orders/71',
    isSignedIn: true,
    expectContent: async (_user, kind) => {
      await findHeading('Order PA-71');
      await findHeading(kind === UNKNOWN ? UNKNOWN_VALUES.status : 'Printing');
      await findText('$61.83');
    },
  },
  'my designs': {
    address: '/designs',
    isSignedIn: true,
    expectContent: async (_user, kind) => {
      await findHeading('cyberpunk Style');
      if (kind === UNKNOWN)
        expect(await screen.findByText(UNKNOWN_VALUES.status)).toHaveAttribute('data-variant', 'outline');
      else expect(await screen.findByRole('link', { name: 'Create Product' })).toBeVisible();
    },
  },
};

const cases = kinds.flatMap(([kind, change]) =>
  Object.entries(SCREENS).map(([name, opened]) => ({ name, kind, change, opened })),
);

beforeEach(() => {
  setCartCookie();
  stubImage({ width: 800, height: 800 });
});
afterEach(() => {
  restoreImage();
  resetBrowser();
});

describe('answers of another server', () => {
  it.each(cases)('$name: $kind', async ({ kind, change, opened: { address, isSignedIn, expectContent } }) => {
    stubSpecApi(change, isSignedIn ? SPEC_USER : null);
    const { user } = openShop(address);
    await expectContent(user, kind);
    expect(document.querySelector('.ui-error-state')).toBeNull();
    expect(screen.queryByText(/does not understand/)).not.toBeInTheDocument();
  });

  it('are paid by the secret alone, without a check of the order', async () => {
    const api = stubSpecApi((answer) => answer);
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await enterCard(user);
    await user.type(screen.getByLabelText('Email'), 'sam@example.com');
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    await waitFor(() =>
      expect((api.callsTo(CONFIRM)[0]?.body as URLSearchParams | undefined)?.get('client_secret')).toBe(
        'pi_1_secret_2',
      ),
    );
    expect(api.callsTo('POST /api/checkout/payment')).toEqual([]);
  });

  it('ask to reload the page for an unknown payment provider', async () => {
    const api = stubSpecApi((answer) => answer);
    api.responses['GET /api/checkout/config'] = { json: { provider: 'barter' } };
    const { user } = openShop('/checkout');
    await enterAddress(user);
    expect(await screen.findByText('This page does not know how to pay by barter. Please reload it.')).toBeVisible();
  });

  it.each([
    { outputImageId: '61' },
    { outputImageId: '61', outputImage: {} },
    { outputImageId: '61', outputImage: { url: '' } },
  ])('continue with the uploaded photo if the artwork has no address: %j', async (generation) => {
    const api = stubSpecApi((answer) => answer);
    api.responses['POST /api/generate'] = { json: generation };
    const { user } = openShop('/create');
    await SCREENS['styles']?.expectContent(user, '');
    await user.click(screen.getByRole('radio', { name: 'Cyberpunk' }));
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    expect(await screen.findByRole('link', { name: 'Put it on a product' })).toHaveAttribute(
      'href',
      '/customize?imageId=61&imageUrl=%2Fmedia%2Fphoto',
    );
  });

  it('without a print area get the one of the category', async () => {
    stubSpecApi((answer) => answer);
    const { user } = openShop('/customize?imageId=61&imageUrl=%2Fmedia%2Fartwork');
    await user.click(await screen.findByRole('radio', { name: /Classic T-Shirt/ }));
    const preview = await screen.findByRole('img', { name: 'Your artwork on Classic T-Shirt' });
    expect(preview).toHaveStyle({ aspectRatio: '4500 / 5400' });
    expect(within(document.body).queryByText(/undefined|NaN/)).not.toBeInTheDocument();
  });
});
