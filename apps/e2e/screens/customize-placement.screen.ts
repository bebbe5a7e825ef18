import type { Locator, Page } from '@playwright/test';
import { customizeAddress, expect, oneArtistPage, test } from '../support/screens.ts';
import { chooseProduct, painted } from '../support/steps.ts';

const slider = (page: Page, name: string): Locator => page.getByRole('slider', { name, exact: true });
const artwork = (page: Page): Locator => page.locator('[data-print-area] img');

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SLIDERS = [
  {
    sentence: 'scale 20 to 200 step 5 (default 100)',
    name: 'Scale',
    min: '20',
    max: '200',
    step: '5',
    by: 5,
    start: '100',
  },
  {
    sentence: 'rotation 0 to 360 step 15 (default 0)',
    name: 'Rotation',
    min: '0',
    max: '360',
    step: '15',
    by: 15,
    start: '0',
  },
  {
    sentence: 'position X 0 to 100 step 5 (default 50)',
    name: 'Position X',
    min: '0',
    max: '100',
    step: '5',
    by: 5,
    start: '50',
  },
  {
    sentence: 'position Y 0 to 100 step 5 (default 50)',
    name: 'Position Y',
    min: '0',
    max: '100',
    step: '5',
    by: 5,
    start: '50',
  },
] as const;

test.describe('/customize', () => {
  test.describe('the sliders', () => {
    const page = oneArtistPage(async (opened, { drawing, tee }) => {
      await opened.goto(customizeAddress(drawing));
      await chooseProduct(opened, tee.title);
      await expect(artwork(opened).first()).toBeVisible();
    });
    const shown = async (): Promise<Box> => (await artwork(page()).first().boundingBox()) as Box;
    const reset = async (): Promise<void> => {
      await page().getByRole('button', { name: 'Reset', exact: true }).click();
      for (const { name, start } of SLIDERS) await expect(slider(page(), name)).toHaveValue(start);
      // The picture follows with the next frame.
      await painted(page());
    };

    test('sliders for placement', { tag: '@2' }, async () => {
      await expect(page().getByRole('slider')).toHaveCount(SLIDERS.length);
      for (const { name } of SLIDERS) await expect(slider(page(), name)).toBeVisible();
    });

    for (const { sentence, name, min, max, step, by, start } of SLIDERS) {
      test(`Sliders: ${sentence}`, { tag: ['@5', '@9'] }, async () => {
        const range = slider(page(), name);
        for (const [attribute, value] of Object.entries({ min, max, step }))
          await expect(range).toHaveAttribute(attribute, value);
        await expect(range).toHaveValue(start);
        await range.press('ArrowRight');
        await expect(range).toHaveValue(String(Number(start) + by));
        await range.press('End');
        await range.press('ArrowRight');
        await expect(range).toHaveValue(max);
        await range.press('Home');
        await range.press('ArrowLeft');
        await expect(range).toHaveValue(min);
        await reset();
        await expect(range).toHaveValue(start);
      });
    }

    test('designConfig: x (percent), y (percent), scale (percent), rotation (degrees)', { tag: '@3' }, async () => {
      for (const [name, unit] of [
        ['Position X', '50%'],
        ['Position Y', '50%'],
        ['Scale', '100%'],
        ['Rotation', '0°'],
      ] as const) {
        await expect(slider(page(), name)).toHaveAttribute('aria-valuetext', unit);
      }
    });

    test('scale = picture width in percent of the print area’s width', { tag: '@D18a' }, async () => {
      const area = (await page().locator('[data-print-area]').first().boundingBox()) as Box;
      expect((await shown()).width).toBeCloseTo(area.width, 0);
      await slider(page(), 'Scale').fill('50');
      await expect.poll(async () => Math.abs((await shown()).width - area.width / 2)).toBeLessThan(1);
      await reset();
    });

    test('x, y = centre of the picture in percent of the print area', { tag: '@D18a' }, async () => {
      const area = (await page().locator('[data-print-area]').first().boundingBox()) as Box;
      await slider(page(), 'Position X').fill('20');
      await slider(page(), 'Position Y').fill('80');
      const centre = async (): Promise<[number, number]> => {
        const { x, y, width, height } = await shown();
        return [
          Math.round(((x + width / 2 - area.x) / area.width) * 100),
          Math.round(((y + height / 2 - area.y) / area.height) * 100),
        ];
      };
      await expect.poll(centre).toEqual([20, 80]);
      await reset();
    });

    test('rotation clockwise in degrees about the centre', { tag: '@D18a' }, async () => {
      const before = await shown();
      await slider(page(), 'Rotation').fill('90');
      await expect.poll(async () => Math.abs((await shown()).width - before.height)).toBeLessThan(1);
      // CSS turns clockwise, too; the picture's box has its middle where it was.
      await expect(artwork(page()).first()).toHaveAttribute('style', /rotate\(90deg\)/);
      const after = await shown();
      expect(Math.abs(after.x + after.width / 2 - before.x - before.width / 2)).toBeLessThan(1);
      expect(Math.abs(after.y + after.height / 2 - before.y - before.height / 2)).toBeLessThan(1);
      await reset();
    });
  });
});
