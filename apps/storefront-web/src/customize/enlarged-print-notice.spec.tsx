import { screen } from '@testing-library/react';
import { chooseOption, IMAGE_ID, openCustomizeWithTee, resetCustomize, slide } from '../testing/open-customize.js';
import { stubImage } from '../testing/browser-stubs.js';

const details = { width: 1000, height: 500, isRedrawnForPrint: false };
const query = () => screen.queryByRole('link', { name: 'Draw again for a sharp print' });

beforeEach(() => stubImage({ width: 1000, height: 500 }));
afterEach(resetCustomize);

describe('the notice about an artwork of an earlier version', () => {
  it('offers to draw it again while its print is larger than its file', async () => {
    const user = await openCustomizeWithTee(undefined, { ...details, isOfEarlierVersion: true });
    expect(await screen.findByRole('link', { name: 'Draw again for a sharp print' })).toHaveAttribute(
      'href',
      `/create?again=${IMAGE_ID}&same=1`,
    );
    slide('Scale', 20);
    expect(query()).not.toBeInTheDocument();
    slide('Scale', 100);
    expect(query()).toBeVisible();
    await chooseOption(user, /Round Tag/);
    expect(query()).not.toBeInTheDocument();
  });

  it('is not shown for any other artwork', async () => {
    await openCustomizeWithTee(undefined, details);
    expect(query()).not.toBeInTheDocument();
  });
});
