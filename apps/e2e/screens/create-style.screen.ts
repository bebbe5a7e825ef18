import { PET_NAME_MAX, PROMPT_MAX } from '@shop/contracts/art';
import type { Locator, Page, Request } from '@playwright/test';
import { answer, letThrough, refuse, watchCalls } from '../support/network.ts';
import { expect, expectFailure, oneArtistPage, test, type Drawing } from '../support/screens.ts';
import { currentStep, fileInput, generateButton, generationOf, openStyleStep, styleRadio } from '../support/wizard.ts';

const petName = (page: Page): Locator => page.getByRole('textbox', { name: 'Pet name (optional)' });
const prompt = (page: Page): Locator => page.getByRole('textbox', { name: 'Custom prompt (optional)' });
const changePhoto = (page: Page): Locator => page.getByRole('button', { name: 'Change Photo', exact: true });

interface Style {
  id: string;
  key: string;
  name: string;
  description: string;
}

/** Generates without drawing, and answers with the call that was made. */
async function asked(page: Page, drawing: Drawing): Promise<Request> {
  await answer(page, 'POST /api/generate', generationOf(drawing));
  const calls = watchCalls(page);
  await generateButton(page).click();
  await expect(page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')).toHaveCount(0);
  const [call, ...more] = calls.of('POST /api/generate');
  expect(more).toEqual([]);
  return call as Request;
}

test.describe('/create', () => {
  test.describe('the style step', () => {
    let calls: ReturnType<typeof watchCalls>;
    const page = oneArtistPage(async (opened) => {
      calls = watchCalls(opened);
      await openStyleStep(opened);
    });

    test(
      'Generate requires a style; otherwise toast Select a style: Please choose an art style to continue',
      { tag: ['@5', '@8', '@D31a'] },
      async () => {
        await expect(styleRadio(page(), 'Modern')).toBeAttached();
        await generateButton(page()).click();
        await expectFailure(page(), 'Select a style', 'Please choose an art style to continue');
        await expect(currentStep(page())).toHaveText(/Style$/);
        expect(calls.of('POST /api/generate')).toEqual([]);
      },
    );

    test('GET /api/styles: no payload; id, key, name, description', { tag: ['@3', '@7'] }, async () => {
      const [call, ...more] = calls.of('GET /api/styles');
      expect(more).toEqual([]);
      expect(call?.postData()).toBeNull();
      const [style] = (await (await call?.response())?.json()) as Style[];
      expect(style).toEqual({
        id: expect.any(String),
        key: 'cyberpunk',
        name: 'Cyberpunk',
        description: expect.any(String),
      });
    });

    test('Style step: choose one style from the list', { tag: '@2' }, async () => {
      const styles = (await (await page().request.get('/api/styles')).json()) as Style[];
      const radios = page().getByRole('main').getByRole('radio');
      await expect(radios).toHaveCount(styles.length);
      for (const { name, description } of styles) {
        await expect(styleRadio(page(), name)).not.toBeChecked();
        await expect(page().getByText(description, { exact: true })).toBeVisible();
      }
      for (const name of ['Modern', 'Abstract']) {
        await styleRadio(page(), name).click();
        await expect(styleRadio(page(), name)).toBeChecked();
        await expect(page().getByRole('main').locator('input[type=radio]:checked')).toHaveCount(1);
      }
    });

    test('Art styles promoted: Cyberpunk, Modern, Minimalistic, Abstract', { tag: ['@1', '@D18'] }, async () => {
      for (const name of ['Cyberpunk', 'Modern', 'Minimalistic', 'Abstract'])
        await expect(styleRadio(page(), name)).toBeAttached();
    });

    test('Style step: optional pet name; optional custom prompt', { tag: '@2' }, async () => {
      for (const box of [petName(page()), prompt(page())]) {
        await expect(box).toHaveValue('');
        await expect(box).not.toHaveAttribute('required');
      }
    });

    test('petName at most 50 characters, prompt at most 500', { tag: '@D16' }, async () => {
      await petName(page()).pressSequentially('x'.repeat(PET_NAME_MAX + 3));
      await expect(petName(page())).toHaveValue('x'.repeat(50));
      await prompt(page()).fill('y'.repeat(PROMPT_MAX - 1));
      await prompt(page()).press('End');
      await prompt(page()).pressSequentially('yyy');
      await expect(prompt(page())).toHaveValue('y'.repeat(500));
    });

    test('Style step: Generate Art button; Change Photo button', { tag: '@2' }, async () => {
      await expect(generateButton(page())).toBeEnabled();
      await expect(changePhoto(page())).toBeEnabled();
    });
  });

  test('Change Photo resets photo, pet name, prompt and style back to upload', { tag: '@4' }, async ({ artist }) => {
    await openStyleStep(artist);
    await styleRadio(artist, 'Modern').click();
    await petName(artist).fill('Rex');
    await prompt(artist).fill('with a crown');
    const before = await artist.getByRole('img', { name: 'Your photo', exact: true }).getAttribute('src');
    await changePhoto(artist).click();
    await expect(currentStep(artist)).toHaveText(/Upload$/);
    await expect(generateButton(artist)).toHaveCount(0);
    await artist.reload();
    await expect(fileInput(artist)).toBeAttached();
    await openStyleStep(artist);
    await expect(artist.getByRole('img', { name: 'Your photo', exact: true })).not.toHaveAttribute('src', before ?? '');
    await expect(petName(artist)).toHaveValue('');
    await expect(prompt(artist)).toHaveValue('');
    await expect(styleRadio(artist, 'Modern')).not.toBeChecked();
  });

  test('Pet name and custom prompt are optional and omitted if empty', { tag: '@5' }, async ({ artist, drawing }) => {
    await openStyleStep(artist);
    await styleRadio(artist, 'Modern').click();
    await petName(artist).fill('   ');
    const call = await asked(artist, drawing);
    expect(Object.keys(call.postDataJSON() as object).sort()).toEqual(['imageUrl', 'styleKey']);
  });

  test(
    'POST /api/generate: JSON imageUrl, styleKey, petName (optional), prompt (optional)',
    { tag: '@7' },
    async ({ artist, drawing }) => {
      const uploads = watchCalls(artist);
      await openStyleStep(artist);
      const { url } = (await (await uploads.of('POST /api/upload')[0]?.response())?.json()) as { url: string };
      await styleRadio(artist, 'Abstract').click();
      await petName(artist).fill('Rex');
      await prompt(artist).fill('with a crown');
      const call = await asked(artist, drawing);
      expect(call.postDataJSON()).toEqual({
        imageUrl: url,
        styleKey: 'abstract',
        petName: 'Rex',
        prompt: 'with a crown',
      });
      expect(await call.headerValue('content-type')).toBe('application/json');
    },
  );

  test(
    'An Idempotency-Key header (UUID) goes with the call, another with each try',
    { tag: '@D16' },
    async ({ artist }) => {
      await openStyleStep(artist);
      await styleRadio(artist, 'Modern').click();
      await refuse(artist, 'POST /api/generate', 502, 'The artwork could not be made.');
      const calls = watchCalls(artist);
      for (const times of [1, 2]) {
        await generateButton(artist).click();
        await expect.poll(() => calls.of('POST /api/generate').length).toBe(times);
        await expect(generateButton(artist)).toBeVisible();
      }
      const keys = await Promise.all(calls.of('POST /api/generate').map((call) => call.headerValue('idempotency-key')));
      for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
      expect(new Set(keys).size).toBe(2);
    },
  );

  test('Styles that can’t be loaded: a sentence and a Retry button', { tag: '@D30a' }, async ({ artist }) => {
    await refuse(artist, 'GET /api/styles', 503, 'Artwork is unavailable right now. Please try again in a moment.');
    await openStyleStep(artist);
    await expect(
      artist.getByText('Artwork is unavailable right now. Please try again in a moment.', { exact: true }),
    ).toBeVisible();
    await letThrough(artist);
    await artist.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(styleRadio(artist, 'Modern')).toBeAttached();
  });
});
