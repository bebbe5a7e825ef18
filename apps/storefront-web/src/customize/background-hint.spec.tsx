import { screen } from '@testing-library/react';
import { chooseOption, IMAGE_ID, openCustomizeWithTee, resetCustomize } from '../testing/open-customize.js';
import { stubImage } from '../testing/browser-stubs.js';
import { saveFinishedWizard } from '../wizard-draft.js';

const details = { width: 1000, height: 500, isRedrawnForPrint: true };
const findHint = () => screen.findByRole('link', { name: 'Change its background' });
const queryHint = () => screen.queryByRole('link', { name: 'Change its background' });
const saveWizardDraft = () => saveFinishedWizard({ id: '/media/photo', imageIds: [IMAGE_ID], state: {} });

beforeEach(() => stubImage({ width: 1000, height: 500 }));
afterEach(resetCustomize);

describe('the hint about a background on colored fabric', () => {
  it('links back to the wizard that can change it', async () => {
    saveWizardDraft();
    const user = await openCustomizeWithTee(undefined, { ...details, background: 'style' });
    expect(queryHint()).not.toBeInTheDocument();
    await chooseOption(user, 'Sand');
    expect(await findHint()).toHaveAttribute('href', '/create');
  });

  it.each([
    ['a transparent artwork', 'none'],
    ['an artwork of unknown background', undefined],
  ])('is not shown for %s', async (_, background) => {
    saveWizardDraft();
    const user = await openCustomizeWithTee(undefined, { ...details, background });
    await chooseOption(user, 'Sand');
    expect(queryHint()).not.toBeInTheDocument();
  });

  it('is not shown for an artwork that the wizard no longer has', async () => {
    const user = await openCustomizeWithTee(undefined, { ...details, background: 'style' });
    await chooseOption(user, 'Sand');
    expect(queryHint()).not.toBeInTheDocument();
  });
});
