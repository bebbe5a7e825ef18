import { findToast } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { rememberColor, rememberProductId } from '../catalogue/remembered-product.js';
import { aProduct, aVariant } from '../testing/builders.js';
import { closeTab, openShop, resetBrowser } from '../testing/open-shop.js';
import { aCutOut, openStyleStep, PHOTO, PHOTO_ID, restorePictures, stubPictures } from '../testing/open-style-step.js';
import { stubEventSource } from '../testing/browser-stubs.js';

const CAT_ID = '9c1d2e3f-7a54-4d0f-9b1a-0c5d6e7f8a91';
const CAT_CUT_OUT_ID = '1e2d3c4b-0f2e-4f6b-8d55-0f0f6a1b2c3d';
const cat = { id: CAT_ID, url: `/media/${CAT_ID}`, width: 40, height: 20 };
const artworkOf = (id: string) => ({
  status: 201,
  json: { id, outputImageId: id, outputImage: { id, url: `/media/${id}` }, engine: 'built-in' },
});
const IDS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;

const findPreviewUrl = async () =>
  (await screen.findByRole('img', { name: /in the style Modern/ })).getAttribute('src');
const findBackgrounds = async () => within(await screen.findByRole('group', { name: /^Background/ }));
const getOrder = () =>
  within(screen.getByRole('list', { name: 'Pets from left to right' }))
    .getAllByRole('img')
    .map((picture) => picture.getAttribute('aria-label') ?? picture.getAttribute('alt'));

beforeEach(() => {
  stubPictures();
  stubEventSource();
});
afterEach(() => {
  restorePictures();
  resetBrowser();
});

describe('the background', () => {
  it('is the style’s at first; another one is previewed, requested and survives a reload', async () => {
    const { api, user } = openStyleStep({ 'POST /api/generate': artworkOf(IDS[0]) }, { styleKey: 'modern' });
    const backgrounds = await findBackgrounds();
    expect(backgrounds.getAllByRole('radio')[0]).toBeChecked();
    expect(backgrounds.getByRole('radio', { name: 'As the style draws it' })).toBeChecked();
    await user.click(backgrounds.getByRole('radio', { name: 'Sky blue' }));
    expect(await findPreviewUrl()).toBe(`/api/uploads/${PHOTO_ID}/previews/modern?background=%23bfe0f5`);
    closeTab();
    openShop('/create');
    expect((await findBackgrounds()).getByRole('radio', { name: 'Sky blue' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await screen.findByRole('img', { name: 'Your artwork' });
    expect(api.callsTo('POST /api/generate')[0]?.body).toEqual({
      imageUrl: PHOTO.url,
      styleKey: 'modern',
      background: '#bfe0f5',
    });
  });

  const white = aVariant({ type: 'color', name: 'White', colorHex: '#ffffff' });
  const black = aVariant({ type: 'color', name: 'Black', colorHex: '#111111' });

  it.each([
    ['a black t-shirt', 'tshirt', [white, black], 'Black', 'none'],
    ['a t-shirt that is not sold in white', 'tshirt', [black], null, 'none'],
    ['a t-shirt of unknown colour', 'tshirt', [white, black], null, 'style'],
    ['a white t-shirt', 'tshirt', [white, black], 'White', 'style'],
    ['a black phone case', 'phone-case', [black], 'Black', 'style'],
  ] as const)('for %s is suggested', async (_, category, variants, color, expected) => {
    const product = aProduct({ category });
    rememberProductId(product.id);
    rememberColor(product.id, color);
    openStyleStep({
      'GET /api/products': { json: [product] },
      [`GET /api/products/${product.id}/variants`]: { json: variants },
    });
    await waitFor(async () => expect((await findPreviewUrl())?.endsWith('?background=none')).toBe(expected === 'none'));
    const [first] = (await findBackgrounds()).getAllByRole('radio');
    expect(first).toBeChecked();
    expect(first).toHaveAttribute('value', expected);
    if (expected === 'none') expect(screen.getByText('No box on dark fabric.')).toBeVisible();
  });

  it('of a finished artwork can be changed: the same variation is drawn again, once', async () => {
    const artworks = [
      { variation: 0, imageId: IDS[0], imageUrl: `/media/${IDS[0]}`, background: 'style', engine: null },
    ];
    const { api, user } = openStyleStep({ 'POST /api/generate': artworkOf(IDS[1]) }, { styleKey: 'modern', artworks });
    await user.click(await screen.findByRole('button', { name: 'Change background' }));
    await user.click((await findBackgrounds()).getByRole('radio', { name: 'None (transparent)' }));
    await user.click(screen.getByRole('button', { name: 'Use this background' }));
    expect(await screen.findByRole('button', { name: 'Variation 1, no background' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await screen.findByText("Drawn by PetArt's own engine")).toBeVisible();
    await user.click((await findBackgrounds()).getByRole('radio', { name: 'As the style draws it' }));
    await user.click(screen.getByRole('button', { name: 'Use this background' }));
    expect(await screen.findByRole('button', { name: 'Variation 1' })).toHaveAttribute('aria-pressed', 'true');
    expect(api.callsTo('POST /api/generate').map(({ body }) => body)).toEqual([
      { imageUrl: PHOTO.url, styleKey: 'modern', background: 'none' },
    ]);
  });
});

describe('several pets', () => {
  const answers = {
    'POST /api/upload': { status: 201, json: cat },
    [`GET /api/uploads/${CAT_ID}/cut-out`]: { json: aCutOut({ id: CAT_CUT_OUT_ID }, CAT_ID) },
  };
  const addCat = async (user: ReturnType<typeof openStyleStep>['user']) =>
    user.upload(
      await screen.findByLabelText('Photo of another pet'),
      new File(['…'], 'cat.jpg', { type: 'image/jpeg' }),
    );

  it('are previewed and requested in their order, which can be changed', async () => {
    const { api, user } = openStyleStep(
      { ...answers, 'POST /api/generate': { after: new Promise(() => undefined) } },
      { styleKey: 'modern' },
    );
    await addCat(user);
    await waitFor(async () => expect(await findPreviewUrl()).toContain(`?with=${CAT_CUT_OUT_ID}`));
    expect(getOrder()).toEqual(['Cut-out of pet 1 of 2', 'Cut-out of pet 2 of 2']);
    expect(screen.getByRole('button', { name: 'Move pet 1 of 2 to the left' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.click(screen.getByRole('button', { name: 'Move pet 2 of 2 to the left' }));
    await waitFor(async () => expect(await findPreviewUrl()).toContain(`/api/uploads/${CAT_ID}/previews/modern?with=`));
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await screen.findByText('Creating your artwork…');
    expect(api.callsTo('POST /api/generate')[0]?.body).toEqual({
      imageUrl: cat.url,
      styleKey: 'modern',
      furtherPets: [{ imageUrl: PHOTO.url }],
    });
  });

  it('can be removed again, and a single pet has no buttons for its order', async () => {
    const { user } = openStyleStep(answers);
    await addCat(user);
    await user.click(await screen.findByRole('button', { name: 'Remove pet 1 of 2' }));
    await waitFor(async () => expect(await findPreviewUrl()).toBe(`/api/uploads/${CAT_ID}/previews/modern`));
    expect(screen.queryByRole('button', { name: /^(Move|Remove)/ })).not.toBeInTheDocument();
  });

  it('whose upload fails say why, as for the first photo', async () => {
    const { user } = openStyleStep({ 'POST /api/upload': { status: 413, text: 'That photo is too large.' } });
    await addCat(user);
    await findToast('Upload failed', 'Please try again with a different image.');
    expect(await screen.findByRole('alert')).toHaveTextContent('That photo is too large.');
    expect(getOrder()).toEqual(['Cut-out of your pet']);
  });
});
