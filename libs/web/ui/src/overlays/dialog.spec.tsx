import { act, fireEvent, render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { Dialog, DialogContent, DialogTrigger, SheetContent } from './dialog.js';

describe.each([
  ['a dialog', DialogContent],
  ['a sheet', SheetContent],
])('%s', (_, Content) => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function open(): void {
    render(
      <Dialog>
        <DialogTrigger>Open</DialogTrigger>
        <Content title="What is asked">Words</Content>
      </Dialog>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    // Until then Radix listens to nothing beside it.
    act(() => jest.advanceTimersByTime(50));
  }
  const pressBeside = (): void => {
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
  };

  it('stays at the second half of the double click that opened it', () => {
    open();
    pressBeside();
    expect(screen.getByRole('dialog', { name: 'What is asked' })).toBeVisible();
  });

  it('closes at a press beside it', () => {
    open();
    act(() => jest.advanceTimersByTime(500));
    pressBeside();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
