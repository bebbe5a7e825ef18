import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';

const download = jest.fn<() => object>();
jest.unstable_mockModule('@shop/web-ui/toaster', download);
const { ToastRegion } = await import('./toast-region.js');
const { clearToasts, toast } = await import('./toast-store.js');

const showToast = (title: string) => act(async () => toast({ title, description: 'More about it' }));
const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('ToastRegion without its downloaded toaster', () => {
  beforeEach(async () => {
    jest.useFakeTimers();
    download.mockImplementation(() => {
      throw new Error('offline');
    });
    render(<ToastRegion />);
    await showToast('You are offline');
    await advanceTime(0);
  });
  afterEach(() => {
    cleanup();
    act(clearToasts);
    jest.useRealTimers();
  });

  it('still shows and announces the toast', () => {
    expect(screen.getByRole('status')).toHaveTextContent('You are offlineMore about it');
  });

  it('dismisses the toast after five seconds', async () => {
    await advanceTime(4_999);
    expect(screen.getByText('You are offline')).toBeVisible();
    await advanceTime(1);
    expect(screen.queryByText('You are offline')).toBeNull();
  });

  it('replaces the toast with the next, which has five seconds of its own', async () => {
    await advanceTime(4_000);
    await showToast('Still offline');
    expect(screen.queryByText('You are offline')).toBeNull();
    await advanceTime(4_999);
    expect(screen.getByText('Still offline')).toBeVisible();
    await advanceTime(1);
    expect(screen.queryByText('Still offline')).toBeNull();
  });

  it('closes the toast by its button', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('focuses the toast with F8 and keeps it while it has the focus', async () => {
    fireEvent.keyDown(document.body, { key: 'F8' });
    expect(screen.getByRole('status')).toHaveFocus();
    await advanceTime(5_000);
    expect(screen.getByRole('status')).toBeVisible();
    screen.getByRole('status').blur();
    await advanceTime(5_000);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('uses the toaster for the next toast once it can be downloaded', async () => {
    download.mockReturnValue({ Toaster: () => <p>The region</p> });
    await showToast('Back online');
    await advanceTime(0);
    expect(screen.getByText('The region')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
  });
});
