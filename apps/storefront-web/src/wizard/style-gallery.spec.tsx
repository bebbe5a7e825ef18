import { jest } from '@jest/globals';
import { stubApi } from '@shop/web-testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { aStyle } from '../testing/builders.js';
import { resetBrowser, openShop } from '../testing/open-shop.js';
import { saveDraft } from '../draft.js';
import { EMPTY_WIZARD, type WizardState } from './wizard-state.js';

const ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const photo = { id: ID, url: `/media/${ID}`, width: 1600, height: 1200 };

/** Opens the style step with an uploaded photo. */
function openStyles(given: Partial<WizardState> = {}) {
  saveDraft('wizard', { ...EMPTY_WIZARD, photo, ...given });
  stubApi({
    'GET /api/styles': { json: [aStyle('cyberpunk'), aStyle('modern')] },
    'GET /api/user': { status: 401, text: 'Not signed in' },
  });
  return openShop('/create');
}

const findPreview = (name: string) => screen.findByRole('img', { name: `Your photo in the style ${name}` });
const findCard = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('radio', { name })).closest('label')!;
const isLoading = (element: HTMLElement): boolean => element.querySelector('[data-skeleton]') !== null;

afterEach(() => {
  jest.useRealTimers();
  resetBrowser();
});

describe('style gallery', () => {
  it('shows the photo in every style, each on the card that chooses it', async () => {
    const { user } = openStyles();
    expect(await findPreview('Cyberpunk')).toHaveAttribute('src', `/api/uploads/${ID}/previews/cyberpunk`);
    expect(
      within(await findCard('Modern')).getByRole('img', { name: 'Your photo in the style Modern' }),
    ).toHaveAttribute('src', `/api/uploads/${ID}/previews/modern`);
    await user.click(await findPreview('Modern'));
    expect(screen.getByRole('radio', { name: 'Modern' })).toBeChecked();
  });

  it('shows a skeleton for each preview and says when all are loaded', async () => {
    openStyles();
    expect(isLoading(await findCard('Cyberpunk'))).toBe(true);
    expect(screen.getByText('Drawing your pet in every style…')).toBeVisible();
    fireEvent.load(await findPreview('Cyberpunk'));
    expect([isLoading(await findCard('Cyberpunk')), isLoading(await findCard('Modern'))]).toEqual([false, true]);
    expect(screen.getByText('Drawing your pet in every style…')).toBeVisible();
    fireEvent.load(await findPreview('Modern'));
    expect(screen.getByText('Your pet in every style.')).toBeVisible();
  });

  it('allows a choice by keyboard before the previews are loaded', async () => {
    const { user } = openStyles();
    (await screen.findByRole('radio', { name: 'Cyberpunk' })).focus();
    await user.keyboard('[Space]');
    expect(screen.getByRole('radio', { name: 'Cyberpunk' })).toBeChecked();
  });

  it('retries a failed preview twice, then shows the style’s sample, which can still be chosen', async () => {
    const { user } = openStyles();
    await findPreview('Cyberpunk');
    jest.useFakeTimers();
    for (let attempt = 1; attempt <= 2; attempt++) {
      const failedPreview = screen.getByRole('img', { name: 'Your photo in the style Cyberpunk' });
      fireEvent.error(failedPreview);
      expect(screen.queryByText('Sample picture')).not.toBeInTheDocument();
      act(() => void jest.advanceTimersByTime(2_000));
      expect(screen.getByRole('img', { name: 'Your photo in the style Cyberpunk' })).not.toBe(failedPreview);
    }
    fireEvent.error(screen.getByRole('img', { name: 'Your photo in the style Cyberpunk' }));
    jest.useRealTimers();
    expect(within(await findCard('Cyberpunk')).getByText('Sample picture')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Cyberpunk' })).toHaveAccessibleDescription(
      'All in cyberpunk. Sample picture',
    );
    expect(isLoading(await findCard('Modern'))).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Cyberpunk' }));
    expect(screen.getByRole('radio', { name: 'Cyberpunk' })).toBeChecked();
    fireEvent.load(await findPreview('Modern'));
    expect(
      screen.getByText(
        'Not every preview could be drawn; a sample picture stands in. Your artwork will be of your pet.',
      ),
    ).toBeVisible();
  });

  it('stops retrying once the photo is changed', async () => {
    const { user } = openStyles();
    fireEvent.error(await findPreview('Cyberpunk'));
    await user.click(screen.getByRole('button', { name: 'Change Photo' }));
    expect(await screen.findByLabelText('Photo of your pet')).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /in the style/ })).not.toBeInTheDocument();
  });
});
