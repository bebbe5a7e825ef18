import { jest } from '@jest/globals';

/** jsdom cannot navigate: the redirect of the sandbox's script changes the page's address instead. */
jest.unstable_mockModule('/sandbox/navigation.js', () => ({
  navigateTo: (url: string) => {
    history.pushState(null, '', url);
    window.dispatchEvent(new PopStateEvent('popstate'));
  },
}));

/** The checkout's configuration with the sandbox, whose script runs in the tests. */
export const SANDBOX_CONFIG = {
  provider: 'sandbox',
  publishableKey: 'pk_test_1',
  scriptUrl: '/sandbox/stripe.js',
};

/** The intent of a checkout, in a status. */
export const anIntent = (status: string, id = 'pi_1') => ({
  id,
  object: 'payment_intent',
  client_secret: `${id}_secret_2`,
  amount: 6_183,
  currency: 'usd',
  status,
});

/** The answer for a declined card. */
export const declined = (message: string) => ({ status: 402, json: { error: { type: 'card_error', message } } });

/** The answer for an intent that can't be paid any more. */
export const unpayable = (status: string) => ({
  status: 400,
  json: { error: { type: 'invalid_request_error', message: 'It is not payable.', payment_intent: anIntent(status) } },
});
