import type { Theme } from '@shop/web-kit';
import type { Appearance } from '@stripe/stripe-js';

/** Stripe's form lives in frames of its own, where the shop's custom properties do not reach: it is told their values. */
const tokens = (): ((name: string) => string) => {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
};

/** The shop's fields, as Stripe draws them (docs.stripe.com/elements/appearance-api), from the tokens of the theme that is shown. */
export function getStripeAppearance(theme: Theme): Appearance {
  const token = tokens();
  const error = token('destructive-text');
  return {
    // What is not named here should suit the ground too: the marks of cards, the shades of a disabled field.
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
      colorDanger: error,
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
      '.Input--invalid': { border: `2px solid ${error}`, boxShadow: 'none' },
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
