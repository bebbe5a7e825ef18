import { act, fireEvent, render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { Dialog, DialogContent, DialogTrigger, DrawerContent } from './dialog.js';

describe.each([
  ['DialogContent', DialogContent],
  ['SheetContent', DrawerContent],
])('%s', (_, Content) => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function openDialog(): void {
    render(
      <Dialog>
        <DialogTrigger>Open</DialogTrigger>
        <Content title="Dialog title">Content</Content>
      </Dialog>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    // Radix listens to outside clicks only after a delay.
    act(() => jest.advanceTimersByTime(50));
  }
  const clickOutside = (): void => {
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
  };

  it('traps the focus and returns it to the opener', () => {
    openDialog();
    const dialog = screen.getByRole('dialog');
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    act(() => screen.getByText('Open').focus());
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    act(() => jest.advanceTimersByTime(50));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  it('returns the focus to returnFocusTo when a URL opened it', () => {
    const inPlace = (isOpen: boolean) => (
      <>
        <a id="row" href="#row">
          Its row
        </a>
        <Dialog open={isOpen}>
          <Content title="Dialog title" returnFocusTo={() => document.getElementById('row')}>
            Content
          </Content>
        </Dialog>
      </>
    );
    const { rerender } = render(inPlace(true));
    act(() => jest.advanceTimersByTime(50));
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
    rerender(inPlace(false));
    act(() => jest.advanceTimersByTime(50));
    expect(screen.getByRole('link', { name: 'Its row' })).toHaveFocus();
  });

  it('stays open at the second click of the double click that opened it', () => {
    openDialog();
    clickOutside();
    expect(screen.getByRole('dialog', { name: 'Dialog title' })).toBeVisible();
  });

  it('closes at a click outside', () => {
    openDialog();
    act(() => jest.advanceTimersByTime(500));
    clickOutside();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
