import { jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { hasMarkerCookie } from '../api/marker-cookie.js';
import { CookieNotice } from './cookie-notice.js';
import { reportBlockedCookies, resetBlockedCookies } from './cookie-store.js';

const mockCookies = (get: () => string): void => {
  jest.spyOn(document, 'cookie', 'get').mockImplementation(get);
  jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
};
const throwSecurityError = (): never => {
  throw new DOMException('The document is sandboxed', 'SecurityError');
};

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  resetBlockedCookies();
});

describe('CookieNotice', () => {
  it('says nothing in a browser that accepts cookies, and leaves no cookie', () => {
    render(<CookieNotice />);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.cookie).toBe('');
  });

  it.each([
    ['says so', () => void jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)],
    ['drops them', () => mockCookies(() => '')],
    ['throws', () => mockCookies(throwSecurityError)],
  ])('asks for cookies in a browser that blocks them and %s', (_how, block) => {
    block();
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
  mockCookies(throwSecurityError);
  expect(hasMarkerCookie('has-cart')).toBe(false);
});
