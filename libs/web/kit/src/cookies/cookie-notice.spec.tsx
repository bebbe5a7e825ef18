import { jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { hasMarkerCookie } from '../cart/cart.js';
import { CookieNotice, reportBlockedCookies, resetBlockedCookies } from './cookie-notice.js';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  resetBlockedCookies();
});

describe('CookieNotice', () => {
  it('says nothing in a browser that accepts cookies, and sets none', () => {
    render(<CookieNotice />);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.cookie).toBe('');
  });

  it('asks for cookies in a browser that blocks them', () => {
    jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    render(<CookieNotice />);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your browser blocks cookies. PetArt needs one to remember your photo, your cart and who you are. Please allow cookies for this site and reload the page.',
    );
  });

  it('asks for cookies once a cookie of the server didn’t come back', () => {
    render(<CookieNotice />);
    act(reportBlockedCookies);
    expect(screen.getByRole('alert')).toBeVisible();
  });
});

it('a page that must not read cookies has no cart', () => {
  jest.spyOn(document, 'cookie', 'get').mockImplementation(() => {
    throw new DOMException('The document is sandboxed', 'SecurityError');
  });
  expect(hasMarkerCookie('has-cart')).toBe(false);
});
