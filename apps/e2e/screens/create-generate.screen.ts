import type { Page } from '@playwright/test';
import { Database } from '../support/database.ts';
import { answer, hold, refuse, watchCalls } from '../support/network.ts';
import { expect, expectFailure, expectToast, test, type Drawing } from '../support/screens.ts';
import {
  currentStep,
  generateButton,
  generationOf,
  openStyleStep,
  type ShownProgress,
  styleRadio,
  watchProgress,
} from '../support/wizard.ts';

const WAITING = 'Creating your artwork…';

async function generate(page: Page): Promise<void> {
  await openStyleStep(page);
  await styleRadio(page, 'Modern').click();
  await generateButton(page).click();
}

/** The completion view, on a clock that stands still: its timers are counted from here. */
async function complete(page: Page, generation: object): Promise<void> {
  await page.clock.install();
  await openStyleStep(page);
  await styleRadio(page, 'Modern').click();
  await answer(page, 'POST /api/generate', generation);
  const release = await hold(page, 'POST /api/generate');
  await generateButton(page).click();
  await expect(page.getByRole('heading', { name: WAITING })).toBeVisible();
  // Far enough ahead for a busy machine: a clock can't be stopped in its past.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const answered = page.waitForResponse('**/api/generate');
  release();
  await answered;
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(page.getByRole('img', { name: 'Your artwork' })).toBeVisible({ timeout: 100 });
  }).toPass();
}

const addressOf = ({ imageId }: Drawing, imageUrl: string): string =>
  `/customize?imageId=${imageId}&imageUrl=${encodeURIComponent(imageUrl)}`;

test.describe('/create', () => {
  test('style, then generating when Generate Art is pressed with a style chosen', { tag: '@4' }, async ({ artist }) => {
    await hold(artist, 'POST /api/generate');
    await generate(artist);
    await expect(currentStep(artist)).toHaveText(/Generate$/);
  });

  test(
    'Generate step: waiting view; generation is said to usually take 10 to 20 seconds',
    { tag: ['@2', '@9'] },
    async ({ artist }) => {
      await hold(artist, 'POST /api/generate');
      await generate(artist);
      await expect(artist.getByRole('heading', { name: WAITING, exact: true })).toBeVisible();
      await expect(artist.getByText('This usually takes 10 to 20 seconds.', { exact: true })).toBeVisible();
      await expect(artist.getByRole('progressbar')).toBeVisible();
    },
  );

  test(
    'progress is told as events with percent and stage: the bar rises and the words change while it is drawn',
    { tag: '@D38' },
    async ({ artist, shop }) => {
      await openStyleStep(artist);
      await styleRadio(artist, 'Modern').click();
      const shown = await watchProgress(artist);
      const send = await hold(artist, 'POST /api/generate');
      await Database.during(shop, 'art', async (database) => {
        // Drawn it may be, but not kept: who comes late still sees how far it is.
        const release = await database.hold('LOCK TABLE images IN SHARE MODE');
        const asked = artist.waitForRequest('**/api/generate/*/progress');
        await generateButton(artist).click();
        const key = new URL((await asked).url()).pathname.split('/')[3];
        // The stream is there before the drawing, or it would have nothing left to tell.
        send();
        await expect.poll(async () => (await shown()).at(-1)?.percent).toBeGreaterThan(50);
        const told = async () =>
          (
            await database.query<ShownProgress>(
              'SELECT progress_percent AS percent, progress_stage AS stage FROM ai_jobs WHERE idempotency_key = $1',
              [key],
            )
          )[0];
        await expect(async () => expect((await shown()).at(-1)).toEqual(await told())).toPass();
        await release();
      });
      const percents = (await shown()).map(({ percent }) => percent);
      expect(percents).toEqual(percents.toSorted((one, other) => one - other));
      expect(new Set(percents).size).toBeGreaterThan(2);
      expect(new Set((await shown()).map(({ stage }) => stage)).size).toBeGreaterThan(2);
      await artist.waitForURL('**/customize?*');
    },
  );

  test('generating, then complete on success', { tag: '@4' }, async ({ artist }) => {
    const calls = watchCalls(artist);
    await generate(artist);
    await artist.waitForURL('**/customize?*', { timeout: 90_000 });
    const generation = (await (await calls.of('POST /api/generate')[0]?.response())?.json()) as {
      outputImageId: string;
      outputImage: { url: string };
    };
    await expect(artist).toHaveURL(
      addressOf({ imageId: generation.outputImageId } as Drawing, generation.outputImage.url),
    );
    expect(calls.of('POST /api/generate')).toHaveLength(1);
  });

  test('AI art generated! (Your unique pet artwork is ready)', { tag: '@8' }, async ({ artist, drawing }) => {
    await answer(artist, 'POST /api/generate', generationOf(drawing));
    await generate(artist);
    await expectToast(artist, 'AI art generated!', 'Your unique pet artwork is ready');
  });

  test('then a completion view', { tag: '@2' }, async ({ artistAlone: artist, drawing }) => {
    await complete(artist, generationOf(drawing));
    await expect(artist.getByRole('img', { name: 'Your artwork' })).toHaveAttribute('src', drawing.imageUrl);
    await expect(artist.getByRole('list', { name: 'Steps' }).getByText('(done)')).toHaveCount(3);
    await expect(artist.getByRole('heading', { name: WAITING })).toHaveCount(0);
  });

  test(
    'On complete, after 2 seconds, it navigates to /customize with imageId from outputImageId and imageUrl from the output image url, URL-encoded',
    { tag: ['@4', '@9'] },
    async ({ artistAlone: artist, drawing }) => {
      const url = `${drawing.imageUrl}?a=1&b=2 3`;
      await complete(artist, { ...generationOf(drawing), outputImage: { id: drawing.imageId, url } });
      await artist.clock.runFor(1_900);
      await expect(artist).toHaveURL('/create');
      await artist.clock.runFor(150);
      await expect(artist).toHaveURL(addressOf(drawing, url));
      expect(artist.url()).toContain(`imageUrl=${encodeURIComponent(drawing.imageUrl)}%3Fa%3D1%26b%3D2%203`);
    },
  );

  test('imageUrl: falling back to the uploaded url', { tag: '@4' }, async ({ artist, drawing }) => {
    const calls = watchCalls(artist);
    await answer(artist, 'POST /api/generate', {
      ...generationOf(drawing),
      outputImage: { id: drawing.imageId, url: '' },
    });
    await generate(artist);
    const { url } = (await (await calls.of('POST /api/upload')[0]?.response())?.json()) as { url: string };
    await expect(artist).toHaveURL(addressOf(drawing, url));
  });

  test(
    'Leaving the page cancels the 2-second move to /customize',
    { tag: '@D31b' },
    async ({ artistAlone: artist, drawing }) => {
      await complete(artist, generationOf(drawing));
      await artist.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
      await expect(artist).toHaveURL('/products');
      const heading = artist.getByRole('heading', { name: 'Our Products' });
      await artist.clock.runFor(5_000);
      // The page's script comes by real time, and what it draws waits for the clock: React keeps what it showed meanwhile for 300 ms of it.
      await expect(async () => {
        await artist.clock.runFor(200);
        expect(await heading.isVisible()).toBe(true);
      }).toPass({ timeout: 20_000 });
      await expect(artist).toHaveURL('/products');
    },
  );

  test(
    'Asking for a new variation cancels the 2-second move to /customize; a button leads there',
    { tag: '@D31b' },
    async ({ artistAlone: artist, drawing }) => {
      await complete(artist, generationOf(drawing));
      await hold(artist, 'POST /api/generate');
      await artist.clock.runFor(1_900);
      await artist.getByRole('button', { name: 'New variation', exact: true }).click();
      await artist.clock.runFor(10_000);
      await expect(artist).toHaveURL('/create');
      await artist.getByRole('link', { name: 'Choose a product now', exact: true }).click();
      await expect(artist).toHaveURL(addressOf(drawing, drawing.imageUrl));
    },
  );

  test('On generation failure it returns to the style step', { tag: '@4' }, async ({ artist }) => {
    await refuse(artist, 'POST /api/generate', 502, 'The artwork could not be made. Please try again.');
    const release = await hold(artist, 'POST /api/generate');
    await generate(artist);
    await expect(currentStep(artist)).toHaveText(/Generate$/);
    release();
    await expect(currentStep(artist)).toHaveText(/Style$/);
    await expect(generateButton(artist)).toBeEnabled();
  });

  test('Generation failure: Generation failed, Please try again', { tag: ['@8', '@D45'] }, async ({ artist }) => {
    await refuse(artist, 'POST /api/generate', 502, 'The artwork could not be made. Please try again.');
    const calls = watchCalls(artist);
    await generate(artist);
    await expectFailure(artist, 'Generation failed', 'Please try again');
    expect(calls.of('POST /api/generate')).toHaveLength(1);
  });

  test(
    'The wizard keeps photo, style, name and prompt when it falls back to the style step',
    { tag: '@D17a' },
    async ({ artist }) => {
      await refuse(artist, 'POST /api/generate', 502, 'The artwork could not be made. Please try again.');
      await openStyleStep(artist);
      const photo = (await artist.getByRole('img', { name: 'Your photo', exact: true }).getAttribute('src')) ?? '';
      await styleRadio(artist, 'Modern').click();
      await artist.getByLabel('Pet name').fill('Rex');
      await artist.getByLabel('Custom prompt').fill('with a crown');
      await generateButton(artist).click();
      await expectFailure(artist, 'Generation failed', 'Please try again');
      await expect(artist.getByRole('img', { name: 'Your photo', exact: true })).toHaveAttribute('src', photo);
      await expect(styleRadio(artist, 'Modern')).toBeChecked();
      await expect(artist.getByLabel('Pet name')).toHaveValue('Rex');
      await expect(artist.getByLabel('Custom prompt')).toHaveValue('with a crown');
    },
  );
});
