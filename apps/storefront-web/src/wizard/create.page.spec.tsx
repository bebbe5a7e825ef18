import { jest } from '@jest/globals';
import {
  createDeferred,
  getCurrentAddress,
  findToast,
  stubApi,
  type RecordedCall,
  type StubbedResponse,
} from '@shop/web-testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aProduct, aStyle } from '../testing/builders.js';
import { rememberProductId } from '../catalogue/remembered-product.js';
import { closeTab, resetBrowser, openShop } from '../testing/open-shop.js';
import { setVisibility, stubEventSource } from '../testing/browser-stubs.js';

const ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const photo = () => new File(['…'], 'rex.jpg', { type: 'image/jpeg' });
const artwork: StubbedResponse = {
  status: 201,
  json: { id: ID, outputImageId: ID, outputImage: { id: ID, url: `/media/${ID}` } },
};
const never = new Promise(() => undefined);

const answers = {
  'GET /api/styles': { json: [aStyle('cyberpunk'), aStyle('modern')] },
  'GET /api/user': { status: 401, text: 'Not signed in' },
  'POST /api/upload': { status: 201, json: { id: ID, url: '/media/photo', width: 100, height: 80 } },
};

const findFileInput = () => screen.findByLabelText('Photo of your pet');
const generateCalls = (calls: RecordedCall[]) => calls.filter(({ path }) => path === '/api/generate');

async function uploadAndDescribe(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.upload(await findFileInput(), photo());
  await user.click(await screen.findByRole('radio', { name: 'Modern' }));
  await user.type(screen.getByLabelText(/Pet name/), 'Biscuit');
  await user.type(screen.getByLabelText(/Custom prompt/), 'a crown');
}

beforeEach(() => void stubEventSource());
afterEach(resetBrowser);

describe('create page, upload step', () => {
  it('sends the photo in the field image and continues to the styles', async () => {
    const api = stubApi({ ...answers });
    const { user } = openShop('/create');
    expect(await findFileInput()).toHaveAttribute('accept', 'image/png,.png,image/jpeg,.jpg,.jpeg,.jfif,.pjpeg');
    expect(await findFileInput()).not.toHaveAttribute('multiple');
    expect(screen.getByText('PNG or JPEG, up to 10MB')).toBeVisible();
    const steps = screen.getByRole('list', { name: 'Steps' });
    for (const [index, name] of ['Upload', 'Style', 'Generate'].entries())
      expect(steps.children[index]).toHaveTextContent(name);
    await user.upload(await findFileInput(), photo());
    await findToast('Photo uploaded!', 'Now choose an art style');
    expect(await screen.findByRole('button', { name: 'Generate Art' })).toBeVisible();
    const [upload] = api.callsTo('POST /api/upload');
    expect((upload?.body as FormData).get('image')).toHaveProperty('name', 'rex.jpg');
  });

  it('shows the dropzone’s error for a wrong file type and sends nothing', async () => {
    const api = stubApi({ ...answers });
    openShop('/create');
    await userEvent
      .setup({ applyAccept: false })
      .upload(await findFileInput(), new File(['…'], 'rex.gif', { type: 'image/gif' }));
    expect(
      await screen.findByText('File type must be one of image/png, .png, image/jpeg, .jpg, .jpeg, .jfif, .pjpeg'),
    ).toBeVisible();
    expect(api.callsTo('POST /api/upload')).toEqual([]);
  });

  it('rejects two photos that are dropped at once', async () => {
    const api = stubApi({ ...answers });
    openShop('/create');
    const files = [photo(), photo()];
    fireEvent.drop(await findFileInput(), {
      dataTransfer: {
        files,
        items: files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file })),
        types: ['Files'],
      },
    });
    expect(await screen.findByText(/Too many files/)).toBeVisible();
    expect(api.callsTo('POST /api/upload')).toEqual([]);
  });
});

describe('create page, choices of before', () => {
  it('names the product that was chosen before the photo', async () => {
    const hoodie = aProduct({ title: 'Cozy Pullover Hoodie' });
    rememberProductId(hoodie.id);
    stubApi({ ...answers, 'GET /api/products': { json: [aProduct(), hoodie] } });
    openShop('/create');
    const change = await screen.findByRole('link', { name: 'Change' });
    expect(change).toHaveAttribute('href', '/products');
    expect(change).toHaveAccessibleDescription('For: Cozy Pullover Hoodie');
  });

  it('has the style of the address chosen, until another is', async () => {
    stubApi({ ...answers, 'GET /api/styles': { json: [aStyle('abstract'), aStyle('modern')] } });
    const { user } = openShop('/create?style=abstract');
    expect(await screen.findByText('abstract')).toBeVisible();
    await user.upload(await findFileInput(), photo());
    expect(await screen.findByRole('radio', { name: 'Abstract' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Modern' }));
    closeTab();
    openShop(null);
    expect(await screen.findByRole('radio', { name: 'Modern' })).toBeChecked();
  });

  it('requires a style if the one of the address does not exist', async () => {
    const api = stubApi({ ...answers });
    const { user } = openShop('/create?style=gone');
    await user.upload(await findFileInput(), photo());
    await screen.findAllByRole('radio');
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await findToast('Select a style', 'Please choose an art style to continue');
    expect(generateCalls(api.calls)).toEqual([]);
  });
});

describe('create page, style step', () => {
  it('requires a style and focuses the style choice', async () => {
    const api = stubApi({ ...answers });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    const [first] = await screen.findAllByRole('radio');
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await findToast('Select a style', 'Please choose an art style to continue');
    expect(first).toHaveFocus();
    expect(generateCalls(api.calls)).toEqual([]);
  });

  it('says that there are no styles and keeps the photo', async () => {
    stubApi({ ...answers, 'GET /api/styles': { json: [] } });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    expect(await screen.findByText('No styles right now')).toBeVisible();
    expect(screen.getByText('Your photo is kept. Please come back a little later.')).toBeVisible();
  });

  it.each([
    ['Biscuit 🐶', "Emoji can't be printed and will be left out."],
    ['አቢ', "አ ቢ can't be printed and will be left out."],
  ])('says before drawing what can’t be printed of the name %s', async (name, notice) => {
    stubApi({ ...answers });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    const field = await screen.findByLabelText(/Pet name/);
    await user.type(field, 'Biscuit 小白');
    expect(field).not.toHaveAccessibleDescription();
    fireEvent.change(field, { target: { value: name } });
    await waitFor(() => expect(field).toHaveAccessibleDescription(notice));
    expect(field).toHaveValue(name);
  });

  it('offers what the built-in engine can draw, and says what of a prompt it understands', async () => {
    stubApi({ ...answers, 'GET /api/styles': { json: [aStyle('modern', { engine: 'built-in' })] } });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    await user.type(await screen.findByLabelText(/Custom prompt/), 'a tiny crown');
    const wishes = within(await screen.findByRole('region', { name: 'What our engine can draw' }));
    expect(wishes.getByText('Not understood:').parentElement).toHaveTextContent('Not understood: tiny, crown');
    await user.click(wishes.getByRole('button', { name: 'gold' }));
    await user.click(wishes.getByRole('button', { name: 'teal' }));
    await user.click(wishes.getByRole('button', { name: 'forest' }));
    expect(screen.getByLabelText(/Custom prompt/)).toHaveValue('a tiny crown, teal, forest');
    expect(wishes.getByRole('button', { name: 'teal' })).toHaveAttribute('aria-pressed', 'true');
    expect(wishes.getByText('Understood:').parentElement).toHaveTextContent(
      'Understood: teal (color), forest (background)',
    );
    await user.click(wishes.getByRole('button', { name: 'teal' }));
    expect(screen.getByLabelText(/Custom prompt/)).toHaveValue('a tiny crown, forest');
  });

  it.each(['openai', undefined])('says nothing about words while the engine is %s', async (engine) => {
    stubApi({ ...answers, 'GET /api/styles': { json: [aStyle('modern', { engine })] } });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    await user.type(await screen.findByLabelText(/Custom prompt/), 'a tiny crown');
    expect(screen.queryByText('Not understood:')).not.toBeInTheDocument();
  });

  it('offers Retry when the styles cannot be loaded', async () => {
    const api = stubApi({
      ...answers,
      'GET /api/styles': { status: 503, text: 'The studio is unavailable right now.' },
    });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    expect(await screen.findByText('The studio is unavailable right now.')).toBeVisible();
    api.responses['GET /api/styles'] = answers['GET /api/styles'];
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('radio', { name: 'Cyberpunk' })).toBeInTheDocument();
  });
});

describe('create page, generate step', () => {
  it('sends the print area of a chosen product, also after a reload, and works without the catalogue', async () => {
    const tag = aProduct({ printArea: { widthPx: 300, heightPx: 300, shape: 'round' } });
    rememberProductId(tag.id);
    const api = stubApi({
      ...answers,
      'GET /api/products': { json: [aProduct(), tag] },
      'POST /api/generate': { after: never },
    });
    const { user } = openShop('/create');
    await uploadAndDescribe(user);
    await waitFor(() => expect(api.callsTo('GET /api/products')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await screen.findByText('Creating your artwork…');
    closeTab();
    const reloaded = stubApi({ ...answers, 'GET /api/products': { json: [] }, 'POST /api/generate': { after: never } });
    openShop('/create');
    await screen.findByText('Creating your artwork…');
    const [first, again] = [...api.callsTo('POST /api/generate'), ...reloaded.callsTo('POST /api/generate')];
    expect(first?.body).toMatchObject({ styleKey: 'modern', printArea: { widthPx: 300, heightPx: 300 } });
    expect(again?.body).toEqual(first?.body);
    closeTab();
    resetBrowser();

    rememberProductId(tag.id);
    const without = stubApi({
      ...answers,
      'GET /api/products': { status: 503, text: 'Out.' },
      'POST /api/generate': { after: never },
    });
    await uploadAndDescribe(openShop('/create').user);
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await screen.findByText('Creating your artwork…');
    expect(without.callsTo('POST /api/generate')[0]?.body).not.toHaveProperty('printArea');
  });

  it('sends one request with a new key and shows percent and stage', async () => {
    const api = stubApi({ ...answers, 'POST /api/generate': { after: never } });
    const stream = stubEventSource();
    const { user } = openShop('/create');
    await uploadAndDescribe(user);
    await user.dblClick(screen.getByRole('button', { name: 'Generate Art' }));
    await screen.findByText('Creating your artwork…');

    const [call, ...others] = generateCalls(api.calls);
    expect(others).toEqual([]);
    expect(call?.body).toEqual({ imageUrl: '/media/photo', styleKey: 'modern', petName: 'Biscuit', prompt: 'a crown' });
    const key = call?.headers['Idempotency-Key'] ?? '';
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect(stream.opened[0]?.url).toBe(`/api/generate/${key}/progress`);

    act(() => stream.opened[0]?.emit('progress', { percent: 40, stage: 'Finding the eyes' }));
    expect(screen.getByText('Finding the eyes')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  });

  it('keeps waiting for the artwork in a hidden tab, without the progress stream', async () => {
    const { promise: drawn, resolve: draw } = createDeferred<void>();
    const api = stubApi({ ...answers, 'POST /api/generate': { ...artwork, after: drawn } });
    const stream = stubEventSource();
    const { user } = openShop('/create');
    await uploadAndDescribe(user);
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await waitFor(() => expect(stream.opened).toHaveLength(1));
    setVisibility('hidden');
    expect(stream.opened[0]?.readyState).toBe(stream.CLOSED);
    setVisibility('visible');
    act(() => stream.opened[1]?.emit('progress', { percent: 70, stage: 'Brushing the fur' }));
    expect(screen.getByText('Brushing the fur')).toBeVisible();
    setVisibility('hidden');
    draw();
    expect(await screen.findByRole('img', { name: 'Your artwork' })).toBeVisible();
    expect(generateCalls(api.calls)).toHaveLength(1);
    jest.restoreAllMocks();
  });

  it('shows the artwork and redirects to /customize after two seconds', async () => {
    stubApi({ ...answers, 'POST /api/generate': artwork, 'GET /api/products': { json: [] } });
    const { user } = openShop('/create');
    await uploadAndDescribe(user);
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await findToast('AI art generated!', 'Your unique pet artwork is ready');
    expect(screen.getByRole('img', { name: 'Your artwork' })).toHaveAttribute('src', `/media/${ID}`);
    await waitFor(() => expect(getCurrentAddress()).toBe(`/customize?imageId=${ID}&imageUrl=%2Fmedia%2F${ID}`), {
      timeout: 3_000,
    });
  });

  it('returns to the style step with all input when it fails, and retries with a new key', async () => {
    const api = stubApi({ ...answers, 'POST /api/generate': { status: 502, text: 'The artwork could not be drawn.' } });
    const { user } = openShop('/create');
    await uploadAndDescribe(user);
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await findToast('Generation failed', 'Please try again');
    expect(screen.getByRole('radio', { name: 'Modern' })).toBeChecked();
    expect(screen.getByLabelText(/Pet name/)).toHaveValue('Biscuit');
    expect(screen.getByLabelText(/Custom prompt/)).toHaveValue('a crown');

    api.responses['POST /api/generate'] = artwork;
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await screen.findByRole('img', { name: 'Your artwork' });
    const keys = generateCalls(api.calls).map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('shows why a drawing was declined and keeps photo and style', async () => {
    const message = 'This photo or prompt was declined by the image service. Please try another.';
    stubApi({ ...answers, 'POST /api/generate': { status: 422, text: message } });
    const { user } = openShop('/create');
    await uploadAndDescribe(user);
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change Photo' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Modern' })).toBeChecked();
  });

  it('joins the running generation after a lost connection', async () => {
    const lossThenArtwork = [{ lost: true }, artwork];
    const api = stubApi({ ...answers, 'POST /api/generate': () => lossThenArtwork.shift() ?? artwork });
    const { user } = openShop('/create');
    await uploadAndDescribe(user);
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await screen.findByRole('img', { name: 'Your artwork' }, { timeout: 3_000 });
    const keys = generateCalls(api.calls).map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});
