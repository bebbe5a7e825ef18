import '@testing-library/jest-dom/jest-globals';
import { TextDecoder, TextEncoder } from 'node:util';
import { jest } from '@jest/globals';

/** What browsers have and jsdom lacks. */
Object.assign(globalThis, { TextDecoder, TextEncoder, scrollTo: jest.fn() });
Object.assign(Element.prototype, { scrollIntoView: jest.fn(), hasPointerCapture: () => false, setPointerCapture: jest.fn(), releasePointerCapture: jest.fn() });
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
