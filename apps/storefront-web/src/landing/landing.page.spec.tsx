import { jest } from '@jest/globals';
import { stubApi } from '@shop/web-testing';
import { resetBrowser, openShop } from '../testing/open-shop.js';
import { fireEvent, screen, within } from '@testing-library/react';

afterEach(() => {
  jest.restoreAllMocks();
  resetBrowser();
});

describe('landing page', () => {
  it('links to the wizard and to the products and sends no request', async () => {
    const api = stubApi({});
    openShop('/');
    expect(await screen.findByRole('link', { name: 'Create Your Pet Art' })).toHaveAttribute('href', '/create');
    expect(screen.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products');
    expect(screen.getByRole('link', { name: 'Start Creating Now' })).toHaveAttribute('href', '/create');
    expect(api.calls).toEqual([]);
  });

  it('leads from a kind of product to its products, and from a style to the wizard with it', async () => {
    stubApi({});
    openShop('/');
    expect(await screen.findByRole('link', { name: /^Hoodies/ })).toHaveAttribute('href', '/products?kind=hoodie');
    expect(screen.getByRole('link', { name: /^Phone cases/ })).toHaveAttribute('href', '/products?kind=phone-case');
    expect(screen.getByRole('link', { name: /^Abstract/ })).toHaveAttribute('href', '/create?style=abstract');
  });

  it('shows a placeholder of the same proportions when a picture cannot be loaded', async () => {
    stubApi({});
    openShop('/');
    const name = 'A T-shirt with a portrait of a kitten in the Modern style';
    const hero = await screen.findByRole('img', { name });
    fireEvent.error(hero);
    expect(hero).not.toBeInTheDocument();
    const placeholder = screen.getByRole('img', { name });
    expect(placeholder).toHaveClass('ui-picture-placeholder', hero.className);
    expect(Number(placeholder.style.getPropertyValue('--shape'))).toBeCloseTo(
      Number(hero.getAttribute('width')) / Number(hero.getAttribute('height')),
    );
  });

  it('shows the placeholder for a picture that failed before the page script ran', async () => {
    jest.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    jest.spyOn(HTMLImageElement.prototype, 'currentSrc', 'get').mockReturnValue('/gone.avif');
    stubApi({});
    openShop('/');
    await screen.findByRole('link', { name: 'Create Your Pet Art' });
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelectorAll('.ui-picture-placeholder').length).toBeGreaterThan(3);
  });

  it('explains three steps, shows four styles and lists the reasons', async () => {
    stubApi({});
    openShop('/');
    const steps = (await screen.findByRole('heading', { name: /three steps/ })).closest('section')!;
    expect(
      within(steps)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Upload a photo', 'Choose a style', 'Customize and order']);
    for (const style of ['Cyberpunk', 'Modern', 'Minimalistic', 'Abstract'])
      expect(screen.getByText(style)).toBeVisible();
    for (const claim of [
      'AI Technology',
      'Quality Printing',
      'Fast Shipping',
      '100% Satisfaction Guarantee',
      'Secure Payment',
      'Easy Customization',
    ]) {
      expect(screen.getByRole('heading', { name: claim })).toBeVisible();
    }
  });
});
