import '@testing-library/jest-dom/jest-globals';
import { TextDecoder, TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import { configure, prettyDOM } from '@testing-library/react';

/** Tests wait for conditions; a slow machine needs longer. The reason of a failure follows the page, so that a cut log still has it. */
configure({
  asyncUtilTimeout: 10_000,
  getElementError: (message, container) => new Error(`${prettyDOM(container) || ''}\n\n${message ?? ''}`),
});
jest.setTimeout(30_000);

/**
 * Browsers' scroll methods return promises (CSSOM View). An effect that returns one breaks its page, so the mocks
 * return one too.
 */
const mockScroll = () => jest.fn(() => Promise.resolve());

/** Browser APIs that jsdom lacks. */
Object.assign(globalThis, { TextDecoder, TextEncoder, scrollTo: mockScroll() });
Object.assign(Element.prototype, {
  scrollIntoView: mockScroll(),
  hasPointerCapture: () => false,
  setPointerCapture: jest.fn(),
  releasePointerCapture: jest.fn(),
});
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsArrayBuffer(this);
  });
};
Object.assign(URL, { createObjectURL: () => 'blob:nodedata:photo', revokeObjectURL: jest.fn() });
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
