import type { Theme } from '@shop/web-kit';
import type { Appearance } from '@stripe/stripe-js';

/**
 * Stripe's form runs in its own frames, which do not see the shop's CSS custom properties, so their values are passed
 * on.
 */
const createTokenReader = (): ((name: string) => string) => {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
};

/**
 * Makes Stripe's fields look like the shop's, from the tokens of the active theme (docs.stripe.com/elements/appearance-
 * api).
 */
export function getStripeAppearance(theme: Theme): Appearance {
  const token = createTokenReader();
  const errorColor = token('destructive-text');
  return {
    // The base theme covers what is not listed here, such as card logos and disabled fields.
    theme: theme === 'dark' ? 'night' : 'flat',
    labels: 'above',
    variables: {
      fontFamily: token('font-sans'),
      fontSizeBase: '16px',
      borderRadius: token('radius-control'),
      gridRowSpacing: '20px',
      gridColumnSpacing: '16px',
      colorPrimary: token('primary'),
      colorBackground: token('card'),
      colorText: token('foreground'),
      colorTextSecondary: token('muted-foreground'),
      colorTextPlaceholder: token('muted-foreground'),
      colorDanger: errorColor,
      colorSuccess: token('success'),
      iconColor: token('muted-foreground'),
    },
    rules: {
      '.Label': { fontWeight: '600', color: token('foreground') },
      '.Input': { border: `2px solid ${token('input')}`, boxShadow: 'none', backgroundColor: token('card') },
      '.Input:focus': {
        border: `2px solid ${token('ring')}`,
        outline: `3px solid ${token('ring')}`,
        boxShadow: 'none',
      },
      '.Input--invalid': { border: `2px solid ${errorColor}`, boxShadow: 'none' },
      '.Tab': { border: `2px solid ${token('border')}`, backgroundColor: token('card') },
      '.Tab:hover': { backgroundColor: token('muted') },
      '.Tab--selected': {
        border: `2px solid ${token('primary')}`,
        backgroundColor: token('card'),
        color: token('primary-text'),
      },
      '.Tab:focus': { outline: `3px solid ${token('ring')}`, boxShadow: 'none' },
      '.Block': { border: `2px solid ${token('border')}`, backgroundColor: token('card') },
    },
  };
}
