import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';

const download = jest.fn<() => object>();
jest.unstable_mockModule('@shop/web-ui/toaster', download);
const { ToastRegion } = await import('./toast-region.js');
const { clearToasts, toast } = await import('./toast-store.js');

const showToast = (title: string) => act(async () => toast({ title, description: 'More about it' }));
const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('a toast whose region can’t be downloaded', () => {
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

  it('is shown all the same, and told', () => {
    expect(screen.getByRole('status')).toHaveTextContent('You are offlineMore about it');
  });

  it('goes after five seconds', async () => {
    await advanceTime(4_999);
    expect(screen.getByText('You are offline')).toBeVisible();
    await advanceTime(1);
    expect(screen.queryByText('You are offline')).toBeNull();
  });

  it('makes room for the next, which has five seconds of its own', async () => {
    await advanceTime(4_000);
    await showToast('Still offline');
    expect(screen.queryByText('You are offline')).toBeNull();
    await advanceTime(4_999);
    expect(screen.getByText('Still offline')).toBeVisible();
    await advanceTime(1);
    expect(screen.queryByText('Still offline')).toBeNull();
  });

  it('goes when it is closed', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('takes the focus with F8, and stays as long as it has it', async () => {
    fireEvent.keyDown(document.body, { key: 'F8' });
    expect(screen.getByRole('status')).toHaveFocus();
    await advanceTime(5_000);
    expect(screen.getByRole('status')).toBeVisible();
    screen.getByRole('status').blur();
    await advanceTime(5_000);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is followed by one in its region as soon as that can be had', async () => {
    download.mockReturnValue({ Toaster: () => <p>The region</p> });
    await showToast('Back online');
    await advanceTime(0);
    expect(screen.getByText('The region')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
  });
});
