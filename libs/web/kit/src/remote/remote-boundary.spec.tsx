import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { lazyPage, RemoteBoundary, type LoadPage } from './remote-boundary.js';

const page = (text: string) => ({ default: () => <p>{text}</p> });

describe('a page that lives elsewhere', () => {
  // React writes each error a boundary caught to the console.
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
  });

  it('shows that it is loading, then the page', async () => {
    render(<RemoteBoundary load={() => Promise.resolve(page('Our Products'))} />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(await screen.findByText('Our Products')).toBeVisible();
  });

  it('says in plain words that it can not be loaded, and retrying really loads it again', async () => {
    const load = jest.fn<LoadPage>().mockRejectedValueOnce(new Error('ChunkLoadError')).mockRejectedValueOnce(new Error('again')).mockResolvedValue(page('Here at last'));
    render(<RemoteBoundary load={load} what="The shop" />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByRole('alert')).toHaveTextContent("The shop can't be loaded right now. Please check your connection and try again.");
    await userEvent.click(retry);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Here at last')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('tries again by itself when it is visited anew after a failure', async () => {
    const load = jest.fn<LoadPage>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(page('Back online'));
    const first = render(<RemoteBoundary load={load} />);
    await screen.findByRole('alert');
    first.unmount();
    render(<RemoteBoundary load={load} />);
    expect(await screen.findByText('Back online')).toBeVisible();
  });

  it('is loaded once, however often it is visited', async () => {
    const load = jest.fn<LoadPage>().mockResolvedValue(page('Cart'));
    const Page = lazyPage(load);
    const first = render(<Page />);
    await screen.findByText('Cart');
    first.unmount();
    render(<Page />);
    expect(screen.getByText('Cart')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('that breaks while it is shown can be shown again, without another download', async () => {
    let broken = true;
    const Fragile = () => {
      if (broken) throw new Error('undefined is not a function');
      return <p>Whole again</p>;
    };
    const load = jest.fn<LoadPage>().mockResolvedValue({ default: Fragile });
    render(<RemoteBoundary load={load} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on this page. Please try again.');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Whole again')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });
});
