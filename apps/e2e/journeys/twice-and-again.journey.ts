import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/screens.ts';
import { addToCart, ADDRESS, CARDS, giveAddress, makeArtwork, pay, uploadPhoto } from '../support/steps.ts';

test.describe('a purchase', () => {
  test('that is checked out twice at the same time makes one order', async ({ visitor, shop }) => {
    await makeArtwork(visitor, await petPhoto('#d9d2c5'));
    await addToCart(visitor);
    const address = { name: 'Pat Doe', address: '12 Elm Street', city: 'Springfield', state: 'IL', zip: '62704', country: 'US' };
    const call = () => visitor.request.post('/api/checkout/shipping', { headers: { origin: shop.url }, data: address });
    const answers = await Promise.all([call(), call(), call()]);
    expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200]);
    const numbers = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { orderNumber: string }).orderNumber));
    expect(new Set(numbers).size).toBe(1);
  });

  test('goes on after a reload in the middle of everything: it keeps the photo, the art, the cart and the address', async ({ visitor }) => {
    await uploadPhoto(visitor, await petPhoto('#9b8571'));
    await visitor.reload();
    await visitor.getByRole('radio', { name: /minimalistic/i }).click();
    await visitor.getByRole('button', { name: 'Generate Art' }).click();
    await visitor.reload();
    // It leads on by itself; but an artwork that was there before the reload stays to be looked at.
    void visitor.getByRole('link', { name: 'Choose a product now' }).click({ timeout: 90_000 }).catch(() => undefined);
    await visitor.waitForURL(/\/customize\?imageId=/, { timeout: 90_000 });
    await visitor.reload();
    await addToCart(visitor);
    await visitor.reload();
    await giveAddress(visitor);
    await visitor.reload();
    await expect(visitor.getByLabel('Full Name')).toHaveValue(ADDRESS['Full Name']);
    if (await visitor.getByRole('button', { name: 'Continue to Payment' }).isVisible()) {
      await visitor.getByRole('button', { name: 'Continue to Payment' }).click();
    }
    await pay(visitor, CARDS.good, 'guest@example.com');
    await expect(visitor.getByText('Thank you for your order!')).toBeVisible();
  });
});
