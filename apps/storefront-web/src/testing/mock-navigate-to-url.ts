import { jest } from '@jest/globals';

/**
 * Mocks `navigateToUrl`, because jsdom cannot navigate. Await this before any module that imports a page, and import that
 * module dynamically.
 */
export async function mockNavigateToUrl() {
  const kit = await import('@shop/web-kit');
  const navigateToUrl = jest.fn<(address: string) => void>();
  jest.unstable_mockModule('@shop/web-kit', () => ({ ...kit, navigateToUrl }));
  return navigateToUrl;
}
