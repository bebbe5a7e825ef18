import { jest } from '@jest/globals';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import App from '../app.js';
import {
  artwork,
  createFinger,
  artworkHandle,
  resetCustomize,
  openCustomizeWithTee,
  mockPrintAreaRect,
  numberInput,
} from '../testing/open-customize.js';
import { stubImage } from '../testing/browser-stubs.js';

beforeEach(() => stubImage({ width: 1000, height: 500 }));
afterEach(resetCustomize);

describe('artwork gestures', () => {
  it('update the artwork each frame without rendering the page', async () => {
    let commits = 0;
    const Counted = () => (
      <Profiler id="page" onRender={() => (commits += 1)}>
        <App />
      </Profiler>
    );
    await openCustomizeWithTee(Counted);
    mockPrintAreaRect();
    const { press, move, lift } = createFinger();
    press(0, 100);
    commits = 0;
    const transforms = new Set<string>();
    jest.useFakeTimers();
    // Beyond the first pixels, in which the artwork snaps to the centre.
    for (let step = 7; step <= 66; step += 1) {
      for (const part of [0, 0.3, 0.6]) move(step + part, 100 + step);
      act(() => jest.advanceTimersToNextFrame());
      transforms.add(artwork().style.transform);
    }
    jest.useRealTimers();
    expect(transforms.size).toBe(60);
    // 180 moves in a second: only the summary line is rendered, five times.
    expect(commits).toBeLessThanOrEqual(5);
    lift();
    await waitFor(() => expect(artwork()).toHaveStyle({ left: '33.3%', transform: 'rotate(0deg)' }));
  });

  it('ignore a third finger and the right mouse button', async () => {
    await openCustomizeWithTee();
    mockPrintAreaRect();
    fireEvent.pointerDown(artworkHandle(), { pointerId: 1, button: 2, clientX: 10, clientY: 10 });
    createFinger(1).move(90, 90);
    expect(numberInput('Position X')).toHaveValue(50);
    for (const each of [1, 2, 3]) createFinger(each).press(40 * each, 100);
    createFinger(3).move(10, 10);
    createFinger(3).lift();
    expect(numberInput('Position X')).toHaveValue(50);
  });

  it('scale with Ctrl and the wheel; the plain wheel scrolls the page', async () => {
    await openCustomizeWithTee();
    mockPrintAreaRect();
    expect(fireEvent.wheel(artworkHandle(), { deltaY: -100, clientX: 100, clientY: 120 })).toBe(true);
    // `false` means that the default action, the browser's zoom, was prevented.
    expect(fireEvent.wheel(artworkHandle(), { deltaY: -100, ctrlKey: true, clientX: 100, clientY: 120 })).toBe(false);
    await waitFor(() => expect(numberInput('Scale')).toHaveValue(128.4));
  });
});
