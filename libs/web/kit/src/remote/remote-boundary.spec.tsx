import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { PageLoadError } from './page-load-error.js';
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
    const load = jest
      .fn<LoadPage>()
      .mockRejectedValueOnce(new Error('ChunkLoadError'))
      .mockRejectedValueOnce(new Error('again'))
      .mockResolvedValue(page('Here at last'));
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

  it('tries again by itself when it is visited anew after a failure', async () => {
    const load = jest.fn<LoadPage>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(page('Back online'));
    const first = render(<RemoteBoundary load={load} />);
    await screen.findByRole('alert');
    first.unmount();
    render(<RemoteBoundary load={load} />);
    expect(await screen.findByText('Back online')).toBeVisible();
  });

  it('is asked for once where it fails before its skeleton is shown, as right after another skeleton', async () => {
    const load = jest.fn<LoadPage>().mockRejectedValue(new Error('offline'));
    const Outer = lazyPage(() => Promise.resolve({ default: () => <RemoteBoundary load={load} /> }));
    render(<Outer />);
    await screen.findByRole('alert');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('in files of its own is requested again for each failed preload', async () => {
    const load = jest
      .fn<LoadPage>()
      .mockRejectedValueOnce(new Error('the preload of the first file failed'))
      .mockRejectedValueOnce(new Error('the preload of the second file failed'))
      .mockResolvedValue(page('Cart'));
    const Page = lazyPage(load);
    render(<Page />);
    expect(await screen.findByText('Cart')).toBeVisible();
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

  it.each([
    ['unreachable', 'Please check your connection and try again.'],
    ['slow', 'It takes too long to answer. Please try again.'],
    ['broken', 'Something is wrong on our side. Please try again in a moment.'],
  ] as const)('says what is known of why: %s', async (why, advice) => {
    render(<RemoteBoundary load={() => Promise.reject(new PageLoadError(why, 'a reason'))} subject="The shop" />);
    expect(await screen.findByRole('alert')).toHaveTextContent(`The shop can't be loaded right now. ${advice}`);
  });

  it('takes the last resort at the second Retry in a row', async () => {
    const load = jest.fn<LoadPage>().mockRejectedValue(new Error('ChunkLoadError'));
    const lastResort = jest.fn();
    render(<RemoteBoundary load={load} onRepeatedFailure={lastResort} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(lastResort).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(lastResort).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that breaks while it is shown is asked for again, for a mended one may be there meanwhile', async () => {
    const Fragile = () => {
      throw new Error('undefined is not a function');
    };
    const load = jest.fn<LoadPage>().mockResolvedValueOnce({ default: Fragile }).mockResolvedValue(page('Whole again'));
    render(<RemoteBoundary load={load} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on this page. Please try again.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Whole again')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
