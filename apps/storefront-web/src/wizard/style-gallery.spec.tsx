import { jest } from '@jest/globals';
import { stubApi } from '@shop/web-testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { aStyle } from '../testing/builders.js';
import { closeTab, resetBrowser, openShop } from '../testing/open-shop.js';
import { saveDraft } from '../draft.js';
import { EMPTY_WIZARD, type WizardState } from './wizard-state.js';

const ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const photo = { id: ID, url: `/media/${ID}`, width: 1600, height: 1200 };

/** Somebody who has uploaded a photo, and reloads the page. */
function openStyles(given: Partial<WizardState> = {}) {
  saveDraft('wizard', { ...EMPTY_WIZARD, photo, ...given });
  stubApi({
    'GET /api/styles': { json: [aStyle('cyberpunk'), aStyle('modern')] },
    'GET /api/user': { status: 401, text: 'Not signed in' },
  });
  return openShop('/create');
}

const preview = (name: string) => screen.findByRole('img', { name: `Your photo in the style ${name}` });
const tile = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('radio', { name })).closest('label')!;
const isLoading = (element: HTMLElement): boolean => element.querySelector('[data-skeleton]') !== null;

afterEach(() => {
  jest.useRealTimers();
  resetBrowser();
});

describe('the wall', () => {
  it('shows this very photo in every style, each in the tile that chooses it', async () => {
    const { user } = openStyles();
    expect(await preview('Cyberpunk')).toHaveAttribute('src', `/api/uploads/${ID}/previews/cyberpunk`);
    expect(within(await tile('Modern')).getByRole('img', { name: 'Your photo in the style Modern' })).toHaveAttribute(
      'src',
      `/api/uploads/${ID}/previews/modern`,
    );
    await user.click(await preview('Modern'));
    expect(screen.getByRole('radio', { name: 'Modern' })).toBeChecked();
  });

  it('holds a place for each picture until it is there, and says when all are', async () => {
    openStyles();
    expect(isLoading(await tile('Cyberpunk'))).toBe(true);
    expect(screen.getByText('Drawing your pet in every style…')).toBeVisible();
    fireEvent.load(await preview('Cyberpunk'));
    expect([isLoading(await tile('Cyberpunk')), isLoading(await tile('Modern'))]).toEqual([false, true]);
    expect(screen.getByText('Drawing your pet in every style…')).toBeVisible();
    fireEvent.load(await preview('Modern'));
    expect(screen.getByText('Your pet in every style.')).toBeVisible();
  });

  it('can be chosen from before anything is drawn, by keyboard as well', async () => {
    const { user } = openStyles();
    (await screen.findByRole('radio', { name: 'Cyberpunk' })).focus();
    await user.keyboard('[Space]');
    expect(screen.getByRole('radio', { name: 'Cyberpunk' })).toBeChecked();
  });

  it('asks again twice for a picture that fails, then shows the style’s sample and says so; the style can still be chosen', async () => {
    const { user } = openStyles();
    await preview('Cyberpunk');
    jest.useFakeTimers();
    for (let attempt = 1; attempt <= 2; attempt++) {
      const asked = screen.getByRole('img', { name: 'Your photo in the style Cyberpunk' });
      fireEvent.error(asked);
      expect(screen.queryByText('Sample picture')).not.toBeInTheDocument();
      act(() => void jest.advanceTimersByTime(2_000));
      expect(screen.getByRole('img', { name: 'Your photo in the style Cyberpunk' })).not.toBe(asked);
    }
    fireEvent.error(screen.getByRole('img', { name: 'Your photo in the style Cyberpunk' }));
    jest.useRealTimers();
    expect(within(await tile('Cyberpunk')).getByText('Sample picture')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Cyberpunk' })).toHaveAccessibleDescription(
      'All in cyberpunk. Sample picture',
    );
    expect(isLoading(await tile('Modern'))).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Cyberpunk' }));
    expect(screen.getByRole('radio', { name: 'Cyberpunk' })).toBeChecked();
    fireEvent.load(await preview('Modern'));
    expect(
      screen.getByText(
        'Not every preview could be drawn; a sample picture stands in. Your artwork will be of your pet.',
      ),
    ).toBeVisible();
  });

  it('asks no more for a picture once the photo was changed', async () => {
    const { user } = openStyles();
    fireEvent.error(await preview('Cyberpunk'));
    await user.click(screen.getByRole('button', { name: 'Change Photo' }));
    expect(await screen.findByLabelText('Photo of your pet')).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /in the style/ })).not.toBeInTheDocument();
  });

  it('keeps the coach’s advice beside Change Photo, over a reload too', async () => {
    openStyles({ advice: ['This photo is very dark.'] });
    const card = await screen.findByRole('region', { name: 'Your photo' });
    expect(within(card).getByRole('status')).toHaveTextContent('This photo is very dark.');
    expect(within(card).getByRole('button', { name: 'Change Photo' })).toBeVisible();
    closeTab();
    openShop('/create');
    expect(await screen.findByText('This photo is very dark.')).toBeVisible();
  });
});
