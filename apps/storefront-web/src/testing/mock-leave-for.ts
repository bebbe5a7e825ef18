import { jest } from '@jest/globals';

/**
 * Catches where the browser is sent by `leaveFor`, which jsdom can't follow. Await it before anything that imports a
 * page, and import that dynamically.
 */
export async function mockLeaveFor() {
  const kit = await import('@shop/web-kit');
  const leaveFor = jest.fn<(address: string) => void>();
  jest.unstable_mockModule('@shop/web-kit', () => ({ ...kit, leaveFor }));
  return leaveFor;
}
