import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { useTheme } from './theme-store.js';

function Toggle() {
  const { theme, setTheme } = useTheme();
  return <button onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>{theme}</button>;
}

describe('useTheme', () => {
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
    localStorage.clear();
    document.documentElement.className = '';
  });

  it('follows a choice made in another tab', () => {
    render(<Toggle />);
    localStorage.setItem('ui-theme', 'dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'ui-theme' })));
    expect(screen.getByRole('button')).toHaveTextContent('dark');
    expect(document.documentElement).toHaveClass('dark');
  });

  it('sets theme-color to the page’s background, in this tab and after another tab’s choice', async () => {
    document.head.innerHTML =
      '<meta name="theme-color" content="#ffffff"><style>html { background-color: rgb(255, 250, 242) } html.dark { background-color: rgb(26, 17, 30) }</style>';
    const bar = () => document.querySelector('meta')?.content;
    render(<Toggle />);
    await userEvent.click(screen.getByRole('button'));
    expect(bar()).toBe('rgb(26, 17, 30)');
    localStorage.setItem('ui-theme', 'light');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'ui-theme' })));
    expect(bar()).toBe('rgb(255, 250, 242)');
    document.head.innerHTML = '';
  });

  it('still switches when the browser denies storage', async () => {
    const denyAccess = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(denyAccess);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(denyAccess);
    render(<Toggle />);
    await userEvent.click(screen.getByRole('button'));
    expect(screen.getByRole('button')).toHaveTextContent('dark');
  });
});
