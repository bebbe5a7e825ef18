import { watchCalls } from '../support/network.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { CARDS, chooseProduct, fillAddress, generate, pay, thankYouHeading, uploadPhoto } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

interface GenerateBody {
  imageUrl: string;
  furtherPets: { imageUrl: string }[];
}

test('a guest puts two pets on a hoodie, at the price of one', async ({ anonymousPage: page, catalogue }) => {
  const calls = watchCalls(page);
  const uploaded: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/upload')
      void response.json().then(({ url }: { url: string }) => uploaded.push(url));
  });
  const pets = page.getByRole('list', { name: 'Pets from left to right' }).getByRole('img', { name: /^Cut-out of/ });

  await test.step('the second pet is moved to the left', async () => {
    await uploadPhoto(page, await petPhoto());
    await page.getByLabel('Photo of another pet').setInputFiles(await petPhoto('#d9d2c5'));
    await expect(pets).toHaveCount(2);
    await page.getByRole('button', { name: 'Move pet 2 of 2 to the left' }).click();
    await expect(page.getByRole('img', { name: 'Your photo in the style Modern' })).toHaveAttribute(
      'src',
      /\?with=[0-9a-f-]{36}$/,
    );
    await expect(page.getByText('Your pet in every style.')).toBeVisible({ timeout: 60_000 });
  });

  await test.step('the artwork is requested in this order', async () => {
    await generate(page);
    const [body] = calls.bodies('POST /api/generate') as GenerateBody[];
    expect
      .soft([body?.imageUrl, body?.furtherPets.map(({ imageUrl }) => imageUrl)])
      .toEqual([uploaded[1], [uploaded[0]]]);
  });

  const hoodie = catalogue.find(({ title }) => title === 'Cozy Pullover Hoodie');
  await chooseProduct(page, hoodie?.title ?? '');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.waitForURL('**/cart');
  await expect(page.getByText(`$${hoodie?.basePrice}`, { exact: true }).first()).toBeVisible();
  await fillAddress(page);
  await pay(page, CARDS.good, 'guest@example.com');
  await expect(thankYouHeading(page)).toBeVisible();
});
