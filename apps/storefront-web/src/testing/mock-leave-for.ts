import { jest } from '@jest/globals';

/**
 * Mocks `leaveFor`, because jsdom cannot navigate. Await this before any module that imports a page, and import that
 * module dynamically.
 */
export async function mockLeaveFor() {
  const kit = await import('@shop/web-kit');
  const leaveFor = jest.fn<(address: string) => void>();
  jest.unstable_mockModule('@shop/web-kit', () => ({ ...kit, leaveFor }));
  return leaveFor;
}
