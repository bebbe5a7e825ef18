import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { PageLoadError } from './load-chunk.js';
import { lazyPage, RemoteBoundary, type LoadPage } from './remote-boundary.js';

const createPage = (text: string) => ({ default: () => <p>{text}</p> });

describe('RemoteBoundary', () => {
  // React logs each error that a boundary caught.
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
  });

  it('shows a loading state, then the page', async () => {
    render(<RemoteBoundary load={() => Promise.resolve(createPage('Our Products'))} />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(await screen.findByText('Our Products')).toBeVisible();
  });

  it('shows a message when loading fails, and Retry loads again', async () => {
    const load = jest
      .fn<LoadPage>()
      .mockRejectedValueOnce(new Error('ChunkLoadError'))
      .mockRejectedValueOnce(new Error('again'))
      .mockResolvedValue(createPage('Here at last'));
    render(<RemoteBoundary load={load} subject="The shop" />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByRole('alert')).toHaveTextContent(
      "The shop can't be loaded right now. Please check your connection and try again.",
    );
    expect(document.title).toBe('Page Not Loaded · PetArt');
    await userEvent.click(retry);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Here at last')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('loads again when it is mounted again after a failure', async () => {
    const load = jest
      .fn<LoadPage>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(createPage('Back online'));
    const first = render(<RemoteBoundary load={load} />);
    await screen.findByRole('alert');
    first.unmount();
    render(<RemoteBoundary load={load} />);
    expect(await screen.findByText('Back online')).toBeVisible();
  });

  it('calls a failing loader once when it follows another skeleton', async () => {
    const load = jest.fn<LoadPage>().mockRejectedValue(new Error('offline'));
    const Outer = lazyPage(() => Promise.resolve({ default: () => <RemoteBoundary load={load} /> }));
    render(<Outer />);
    await screen.findByRole('alert');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('retries a lazy page once for each failed preload', async () => {
    const load = jest
      .fn<LoadPage>()
      .mockRejectedValueOnce(new Error('the preload of the first file failed'))
      .mockRejectedValueOnce(new Error('the preload of the second file failed'))
      .mockResolvedValue(createPage('Cart'));
    const Page = lazyPage(load);
    render(<Page />);
    expect(await screen.findByText('Cart')).toBeVisible();
  });

  it('loads a lazy page once for any number of visits', async () => {
    const load = jest.fn<LoadPage>().mockResolvedValue(createPage('Cart'));
    const Page = lazyPage(load);
    const first = render(<Page />);
    await screen.findByText('Cart');
    first.unmount();
    render(<Page />);
    expect(screen.getByText('Cart')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['unreachable', 'Please check your connection and try again.'],
    ['slow', 'It takes too long to answer. Please try again.'],
    ['broken', 'Something is wrong on our side. Please try again in a moment.'],
  ] as const)('gives advice for the reason %s', async (reason, advice) => {
    render(<RemoteBoundary load={() => Promise.reject(new PageLoadError(reason, 'a reason'))} subject="The shop" />);
    expect(await screen.findByRole('alert')).toHaveTextContent(`The shop can't be loaded right now. ${advice}`);
  });

  it('offers to reload a page whose build was replaced', async () => {
    const load = jest.fn<LoadPage>().mockRejectedValue(new PageLoadError('outdated', 'a reason'));
    render(<RemoteBoundary load={load} subject="The shop" />);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^PetArt was updated. Please reload the page.Reload$/);
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });

  it('calls onRepeatedFailure at the second Retry in a row', async () => {
    const load = jest.fn<LoadPage>().mockRejectedValue(new Error('ChunkLoadError'));
    const lastResort = jest.fn();
    render(<RemoteBoundary load={load} onRepeatedFailure={lastResort} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(lastResort).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(lastResort).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('loads a page that threw while rendering again, since a fixed version may be deployed', async () => {
    const Fragile = () => {
      throw new Error('undefined is not a function');
    };
    const load = jest
      .fn<LoadPage>()
      .mockResolvedValueOnce({ default: Fragile })
      .mockResolvedValue(createPage('Whole again'));
    render(<RemoteBoundary load={load} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on this page. Please try again.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Whole again')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
