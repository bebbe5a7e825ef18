import { expect, nobody, onePageOf, test } from '../support/people.ts';

const TODAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' });

for (const { path, title, link } of [
  { path: '/terms', title: 'Terms of Service', link: 'Terms of Service' },
  { path: '/privacy', title: 'Privacy Policy', link: 'Privacy Policy' },
]) {
  test.describe(path, () => {
    const page = onePageOf(nobody, async (tab) => {
      await tab.goto('/products');
      await tab.getByRole('contentinfo').getByRole('link', { name: link }).click();
    });

    test(`Legal: ${title} in the footer leads there`, { tag: '@2' }, async () => {
      await expect(page()).toHaveURL(path);
      await expect(page().getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page()).toHaveTitle(`${title} · PetArt`);
    });

    test('Static legal text with a Last updated line showing today’s date', { tag: '@2' }, async () => {
      await expect(
        page()
          .getByRole('main')
          .getByText(`Last updated: ${TODAY.format(new Date())}`, { exact: true }),
      ).toBeVisible();
      expect((await page().getByRole('main').innerText()).length).toBeGreaterThan(1_000);
      await expect(page().getByRole('main').locator('a, button, input')).toHaveCount(0);
    });

    test('card payments go through a card payment provider', { tag: '@1' }, async () => {
      await expect(page().getByRole('main')).toContainText(
        /card payment(s are handled by a card payment provider| provider takes your payment)/i,
      );
    });

    test('AI runs on a cloud AI provider', { tag: '@1' }, async () => {
      await expect(page().getByRole('main')).toContainText('cloud AI provider');
    });

    test('fulfilment is by a print-on-demand provider', { tag: '@1' }, async () => {
      await expect(page().getByRole('main')).toContainText('print-on-demand provider');
    });

    test('hosting and authentication by a hosting provider', { tag: '@1' }, async () => {
      await expect(page().getByRole('main')).toContainText(/hosting provider.*authentication/);
    });

    test('The brand is PetArt', { tag: '@D31g' }, async () => {
      await expect(page().getByRole('main')).toContainText('PetArt');
    });
  });
}

test.describe('/terms and /privacy', () => {
  test('the date is that of the day they are read', { tag: '@2' }, async ({ passerby }) => {
    await passerby.clock.setFixedTime(new Date('2031-02-03T12:00:00'));
    for (const path of ['/terms', '/privacy']) {
      await passerby.goto(path);
      await expect(
        passerby.getByRole('main').getByText('Last updated: February 3, 2031', { exact: true }),
      ).toBeVisible();
    }
  });
});
