import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Tooltip, TooltipProvider, tooltipStore } from './tooltip.js';

const advanceTime = (ms: number) => act(() => jest.advanceTimersByTime(ms));

function renderTooltips() {
  return render(
    <TooltipProvider>
      <Tooltip label="Remove item">
        <button aria-label="Remove Mug">x</button>
      </Tooltip>
      <Tooltip label="Cart">
        <button aria-label="Cart, 2 items">y</button>
      </Tooltip>
    </TooltipProvider>,
  );
}
const remove = () => screen.getByRole('button', { name: 'Remove Mug' });
const cart = () => screen.getByRole('button', { name: 'Cart, 2 items' });
const enter = (element: HTMLElement, pointerType = 'mouse') =>
  fireEvent(element, Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType }));
const leave = (element: HTMLElement) => fireEvent(element, new MouseEvent('pointerout', { bubbles: true }));

describe('Tooltip', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    // The delay after earlier tooltips has passed.
    tooltipStore.close();
    jest.advanceTimersByTime(1000);
  });
  afterEach(() => {
    cleanup();
    jest.useRealTimers();
  });

  it('opens after the pointer has rested for 700 ms', () => {
    renderTooltips();
    enter(remove());
    advanceTime(699);
    expect(screen.queryByRole('tooltip')).toBeNull();
    advanceTime(1);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Remove item');
  });

  it('opens the next tooltip without delay within 300 ms, and with delay later', () => {
    renderTooltips();
    enter(remove());
    advanceTime(700);
    leave(remove());
    advanceTime(100);
    expect(screen.queryByRole('tooltip')).toBeNull();
    advanceTime(250);
    enter(cart());
    expect(screen.getByRole('tooltip')).toHaveTextContent('Cart');
    leave(cart());
    advanceTime(100 + 301);
    enter(remove());
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('does not open on touch', () => {
    renderTooltips();
    enter(remove(), 'touch');
    advanceTime(1000);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('stays open while the pointer is on it, and closes with Escape', () => {
    renderTooltips();
    enter(remove());
    advanceTime(700);
    leave(remove());
    enter(screen.getByRole('tooltip'));
    advanceTime(1000);
    expect(screen.getByRole('tooltip')).toBeVisible();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('closes when the button is pressed', () => {
    renderTooltips();
    enter(remove());
    advanceTime(700);
    fireEvent.pointerDown(remove());
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('shows the tooltip of another copy of this library, which a remote of another build brings', async () => {
    jest.resetModules();
    const { tooltipStore: otherStore } = await import('./tooltip.js');
    expect(otherStore).not.toBe(tooltipStore);
    renderTooltips();
    act(() => otherStore.open({ label: 'From the remote', anchor: remove() }));
    expect(screen.getByRole('tooltip')).toHaveTextContent('From the remote');
    // The pointer moves from the button onto the tooltip.
    act(otherStore.pointerLeft);
    act(tooltipStore.keepOpen);
    advanceTime(1_000);
    expect(screen.getByRole('tooltip')).toBeVisible();
  });
});
