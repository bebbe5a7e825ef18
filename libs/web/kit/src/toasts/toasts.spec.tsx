import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ToastRegion } from './toast-region.js';
import { clearToasts, toast } from './toast-store.js';

const showToast = (title: string, variant?: 'destructive') =>
  act(async () => toast({ title, description: 'More about it', variant }));

describe('ToastRegion', () => {
  afterEach(() => {
    jest.useRealTimers();
    cleanup();
    act(clearToasts);
  });

  it('announces the toast to screen readers', async () => {
    render(<ToastRegion />);
    await showToast('Added to cart!');
    const status = await screen.findByRole('status');
    expect(status).toHaveAttribute('aria-live', 'assertive');
    await waitFor(() => expect(status).toHaveTextContent('Notification Added to cart!More about it'));
  });

  it('shows only the last toast', async () => {
    render(<ToastRegion />);
    await showToast('First');
    await screen.findByText('First');
    await showToast('Second');
    await screen.findByText('Second');
    expect(screen.queryByText('First')).toBeNull();
    expect(document.querySelectorAll('[data-toast]')).toHaveLength(1);
  });

  it('closes the toast after five seconds', async () => {
    jest.useFakeTimers();
    render(<ToastRegion />);
    await showToast('Added to cart!');
    await act(() => jest.advanceTimersByTimeAsync(4_900));
    expect(document.querySelector('[data-toast]')).toHaveAttribute('data-state', 'open');
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(document.querySelector('[data-toast][data-state=open]')).toBeNull();
  });

  it('closes the toast by its button', async () => {
    render(<ToastRegion />);
    await showToast('Bye');
    await userEvent.click(await screen.findByRole('button', { name: 'Close notification' }));
    await waitFor(() => expect(screen.queryByText('Bye')).toBeNull());
  });

  it('moves the focus into the notification region with F8', async () => {
    render(<ToastRegion />);
    await showToast('Look here');
    await screen.findByText('Look here');
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(document.activeElement?.closest('[role=region]')).toHaveAccessibleName('Notifications (F8)');
  });
});
