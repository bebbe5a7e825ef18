import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import App from '../app.js';
import {
  artwork,
  createFinger,
  artworkHandle,
  resetCustomize,
  openCustomizeWithTee,
  printRegion,
  mockPrintAreaRect,
  printSummary,
  numberInput,
} from '../testing/open-customize.js';
import { stubImage } from '../testing/browser-stubs.js';

beforeEach(() => stubImage({ width: 1000, height: 500 }));
afterEach(resetCustomize);

describe('artwork gestures', () => {
  it('move the artwork with one finger, limited to the print area', async () => {
    await openCustomizeWithTee();
    mockPrintAreaRect();
    const { press, move, lift } = createFinger();
    press(100, 100);
    move(120, 76);
    await waitFor(() => expect(numberInput('Position X')).toHaveValue(60));
    expect(numberInput('Position Y')).toHaveValue(40);
    move(900, 100);
    lift();
    expect(screen.getByRole('slider', { name: 'Position X' })).toHaveAttribute('aria-valuetext', '100%');
    move(0, 0);
    expect(numberInput('Position X')).toHaveValue(100);
  });

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
    for (let step = 1; step <= 60; step += 1) {
      for (const part of [0, 0.3, 0.6]) move(step + part, 100 + step);
      act(() => jest.advanceTimersToNextFrame());
      transforms.add(artwork().style.transform);
    }
    jest.useRealTimers();
    expect(transforms.size).toBe(60);
    // 180 moves in a second: only the summary line is rendered, five times.
    expect(commits).toBeLessThanOrEqual(5);
    lift();
    await waitFor(() => expect(artwork()).toHaveStyle({ left: '30.3%', transform: 'rotate(0deg)' }));
  });

  it('update print size, resolution and quality during a pinch', async () => {
    await openCustomizeWithTee();
    mockPrintAreaRect();
    const [one, two] = [createFinger(1), createFinger(2)];
    one.press(50, 120);
    two.press(150, 120);
    const summaryLine = printSummary();
    expect(summaryLine).toHaveTextContent('15 × 7.5 in · 66 dpiPoor');
    const summaryTexts = new Set<string>();
    jest.useFakeTimers();
    // One second without a pause: subscribers that wait for a pause are not notified.
    for (let step = 1; step <= 60; step += 1) {
      two.move(150 - step, 120);
      act(() => jest.advanceTimersToNextFrame());
      summaryTexts.add(summaryLine.textContent);
    }
    expect(summaryTexts.size).toBeGreaterThanOrEqual(4);
    expect(summaryLine).toHaveTextContent(/^7\.\d × 3\.\d in · 1[34]\d dpiSoft$/);
    expect(printRegion()).toHaveTextContent('15 × 7.5 in');
    // The fingers pause without being lifted.
    act(() => jest.advanceTimersByTime(200));
    jest.useRealTimers();
    expect(summaryLine).toHaveTextContent('6 × 3 in · 166 dpiGood');
    for (const text of ['6 × 3 in', '166 dpi', 'Good']) expect(printRegion()).toHaveTextContent(text);
    two.lift();
    one.lift();
  });

  it('scale and rotate with two fingers; either finger can continue alone', async () => {
    await openCustomizeWithTee();
    mockPrintAreaRect();
    const [one, two] = [createFinger(1), createFinger(2)];
    one.press(70, 120);
    two.press(130, 120);
    one.move(100, 75);
    two.move(100, 165);
    two.lift();
    await waitFor(() => expect(numberInput('Scale')).toHaveValue(150));
    expect(numberInput('Rotation')).toHaveValue(90);
    expect(numberInput('Position X')).toHaveValue(50);
    one.move(140, 75);
    one.lift();
    expect(numberInput('Position X')).toHaveValue(70);
    expect(numberInput('Scale')).toHaveValue(150);
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

  it('have keyboard equivalents: arrow keys, in larger steps with Shift', async () => {
    const user = await openCustomizeWithTee();
    artworkHandle().focus();
    expect(artworkHandle()).toHaveAccessibleDescription(/Arrow keys move the artwork, with Shift in larger steps/);
    await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}+]');
    expect(numberInput('Position X')).toHaveValue(52);
    expect(numberInput('Position Y')).toHaveValue(45);
    expect(numberInput('Scale')).toHaveValue(105);
    expect(numberInput('Rotation')).toHaveValue(15);
    await user.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(numberInput('Position X')).toHaveValue(52);
  });
});
