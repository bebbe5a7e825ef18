import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closeTab, openShop, resetBrowser } from '../testing/open-shop.js';
import { aCutOut, openStyleStep, PHOTO_ID, restorePictures, SIZE, stubPictures } from '../testing/open-style-step.js';

const CUT_OUT = `GET /api/uploads/${PHOTO_ID}/cut-out`;
const CORRECTION = `POST /api/uploads/${PHOTO_ID}/cut-outs`;
const CORRECTED_ID = '0d9d3c0a-53a1-4a9a-b1fd-3d3a5a5b5c5d';
const corrected = { status: 201, json: aCutOut({ id: CORRECTED_ID, source: 'customer' }) };
const never = new Promise(() => undefined);

const findPanel = () => screen.findByRole('region', { name: 'This is what we’ll draw' });
const queryPanel = () => screen.queryByRole('region', { name: 'This is what we’ll draw' });
const findPreviewUrl = async () =>
  (await screen.findByRole('img', { name: /in the style Modern/ })).getAttribute('src');
const findCanvas = () => screen.findByRole('application', { name: 'Photo with its cut-out' });

/** The slider's value is a status, too. */
const getNotice = () => document.querySelector('p[role=status]');

/** Opens the editor of the only pet. */
async function openEditor(...given: Parameters<typeof openStyleStep>) {
  const opened = openStyleStep(...given);
  await opened.user.click(await screen.findByRole('button', { name: 'Correct the cut-out of your pet' }));
  const canvas = await findCanvas();
  canvas.getBoundingClientRect = () => ({ left: 0, top: 0, width: 400, height: 200 }) as DOMRect;
  const point = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', x: number, y: number) =>
    fireEvent[type](canvas, { clientX: x * 10, clientY: y * 10, button: 0, pointerId: 1 });
  const tap = (x: number, y: number): void => {
    point('pointerDown', x, y);
    point('pointerUp', x, y);
  };
  const press = (name: string) => opened.user.click(screen.getByRole('button', { name }));
  return { ...opened, canvas, point, tap, press };
}

let canvas: ReturnType<typeof stubPictures>;
/** Alpha of a pixel of the picture that was displayed last. */
const getAlpha = (x: number, y: number) => canvas.put.at(-1)?.[(y * SIZE.width + x) * 4 + 3];

beforeEach(() => void (canvas = stubPictures()));
afterEach(() => {
  restorePictures();
  resetBrowser();
});

describe('the cut-out of a photo', () => {
  it('is shown with everything else dimmed', async () => {
    openStyleStep();
    const panel = await findPanel();
    await waitFor(() => expect(within(panel).getByRole('img', { name: 'Cut-out of your pet' }).tagName).toBe('CANVAS'));
    expect(getAlpha(5, 5)).toBe(255);
    expect(getAlpha(25, 5)).toBeLessThan(100);
  });

  it('blocks nothing while it is computed', async () => {
    openStyleStep({ [CUT_OUT]: { after: never } });
    expect(await within(await findPanel()).findByText('Looking for your pet in the photo…')).toBeVisible();
    expect(await findPreviewUrl()).toBe(`/api/uploads/${PHOTO_ID}/previews/modern`);
    expect(screen.getByRole('button', { name: 'Generate Art' })).toBeEnabled();
  });

  it.each([
    ['a server without cut-outs', { status: 404, text: 'Not found' }],
    ['an answer of another shape', { json: { mask: 'x' } }],
  ])('is not shown, nor a choice of backgrounds, for %s', async (_, answer) => {
    openStyleStep({ [CUT_OUT]: answer });
    await screen.findByRole('radio', { name: 'Modern' });
    await waitFor(() => expect(queryPanel()).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Background' })).not.toBeInTheDocument());
  });

  it('that fails is explained in one line and can be tried again', async () => {
    const { api, user } = openStyleStep({ [CUT_OUT]: { status: 500, text: 'Oops' } });
    const text = /^The cut-out can't be shown right now/;
    expect(await within(await findPanel()).findByText(text)).toBeVisible();
    api.responses[CUT_OUT] = { json: aCutOut() };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Correct the cut-out of your pet' })).toBeVisible();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('that touches the photo’s edge asks whether it is all of the pet', async () => {
    openStyleStep();
    expect(await within(await findPanel()).findByText(/^Is this all of your pet\?/)).toBeVisible();
  });

  it('that the customer has corrected is asked about no more', async () => {
    openStyleStep({}, { cutOutId: CORRECTED_ID });
    const panel = await findPanel();
    await waitFor(() => expect(within(panel).getByRole('img', { name: 'Cut-out of your pet' }).tagName).toBe('CANVAS'));
    expect(within(panel).queryByText(/^Is this all of your pet\?/)).not.toBeInTheDocument();
  });

  it('of a photo without a pet comes with advice, and the customer may go on', async () => {
    openStyleStep({ [CUT_OUT]: { json: aCutOut({ hasSubject: false }) } });
    expect(await within(await findPanel()).findByText(/^No animal found/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Generate Art' })).toBeEnabled();
  });
});

describe('the brush', () => {
  it('removes with a pointer, saves the mask as the alpha of a PNG, and the gallery shows the new cut-out, also after a reload', async () => {
    const { api, point, press } = await openEditor({ [CORRECTION]: corrected });
    expect(screen.queryByRole('button', { name: 'Generate Art' })).not.toBeInTheDocument();
    fireEvent.change(screen.getByRole('slider', { name: 'Brush size' }), { target: { value: '20' } });
    point('pointerDown', 5, 5);
    point('pointerMove', 5, 15);
    point('pointerUp', 5, 15);
    expect(getAlpha(5, 10)).toBeLessThan(100);
    expect(getNotice()).toHaveTextContent('Removed with the brush.');
    await press('Done');
    await waitFor(async () => expect(await findPreviewUrl()).toContain(`?cutOut=${CORRECTED_ID}`));
    const image = (api.callsTo(CORRECTION)[0]?.body as FormData).get('image') as File;
    const alpha = new Uint8Array(await image.arrayBuffer());
    expect([alpha.length, alpha[10 * SIZE.width + 5], alpha[10 * SIZE.width + 15]]).toEqual([800, 0, 255]);
    expect(screen.getByRole('heading', { name: 'This is what we’ll draw' })).toHaveFocus();
    closeTab();
    openShop('/create');
    expect(await findPreviewUrl()).toContain(`?cutOut=${CORRECTED_ID}`);
  });

  it('works by keyboard: the cursor moves, Space applies, and the change can be undone', async () => {
    const { canvas: target, user, press } = await openEditor();
    expect(target).toHaveFocus();
    await press('Add');
    target.focus();
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}{ArrowDown}[Space]');
    expect(getNotice()).toHaveTextContent('Added with the brush.');
    expect(getAlpha(28, 10)).toBe(255);
    await user.keyboard('{Control>}z{/Control}');
    expect(getNotice()).toHaveTextContent('The last change is undone.');
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('enlarges the photo by two fingers, and forgets what the first of them has painted', async () => {
    const { canvas: target } = await openEditor();
    // jsdom's pointer events have no type.
    const touch = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', pointerId: number, clientX: number) => {
      const event = createEvent[type](target, { clientX, clientY: 50, button: 0 });
      const properties = { pointerId, pointerType: 'touch', isPrimary: pointerId === 1 };
      for (const [name, value] of Object.entries(properties)) Object.defineProperty(event, name, { value });
      fireEvent(target, event);
    };
    fireEvent.change(screen.getByRole('slider', { name: 'Brush size' }), { target: { value: '20' } });
    touch('pointerDown', 1, 50);
    expect(getAlpha(5, 5)).toBeLessThan(100);
    touch('pointerDown', 2, 150);
    expect(getAlpha(5, 5)).toBe(255);
    touch('pointerMove', 2, 250);
    expect(screen.getByText('200%')).toBeVisible();
    touch('pointerUp', 1, 50);
    touch('pointerMove', 2, 100);
    touch('pointerUp', 2, 100);
    expect(getAlpha(10, 5)).toBe(255);
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('enlarges the photo by keys and buttons', async () => {
    const { canvas: target, user, press } = await openEditor();
    target.focus();
    await user.keyboard('+');
    expect(screen.getByText('150%')).toBeVisible();
    await press('Larger');
    expect(screen.getByText('225%')).toBeVisible();
    target.focus();
    await user.keyboard('0');
    expect(screen.getByText('100%')).toBeVisible();
  });

  it('adds the area of similar colour that is tapped', async () => {
    const { tap, press } = await openEditor();
    await press('Add');
    await press('Area');
    tap(35, 10);
    expect(getNotice()).toHaveTextContent('The area is added.');
    expect(getAlpha(38, 2)).toBe(255);
    expect(getAlpha(25, 10)).toBeLessThan(100);
    tap(35, 10);
    expect(getNotice()).toHaveTextContent('This area is drawn already.');
  });

  it('refuses an empty cut-out in the words of the server', async () => {
    const { api, tap, press } = await openEditor();
    await press('Area');
    tap(5, 10);
    await press('Done');
    expect(screen.getByRole('alert')).toHaveTextContent('Please leave a part of your pet to draw.');
    expect(api.callsTo(CORRECTION)).toEqual([]);
  });

  it('shows the server’s reason if it can’t save, and loses no strokes', async () => {
    const { api, point, press } = await openEditor({
      [CORRECTION]: { status: 400, text: 'This cut-out does not fit your photo.' },
    });
    point('pointerDown', 5, 5);
    point('pointerUp', 5, 5);
    await press('Done');
    expect(await screen.findByRole('alert')).toHaveTextContent('This cut-out does not fit your photo.');
    api.responses[CORRECTION] = corrected;
    await press('Done');
    await waitFor(async () => expect(await findPreviewUrl()).toContain(CORRECTED_ID));
    const sizes = api.callsTo(CORRECTION).map(({ body }) => ((body as FormData).get('image') as File).size);
    expect(sizes[0]).toBe(sizes[1]);
  });

  it('uses the automatic cut-out without an upload if the correction equals it', async () => {
    const { api, press } = await openEditor({}, { cutOutId: CORRECTED_ID });
    await press('Done');
    await waitFor(async () => expect(await findPreviewUrl()).toBe(`/api/uploads/${PHOTO_ID}/previews/modern`));
    expect(api.callsTo(CORRECTION)).toEqual([]);
  });

  it('changes nothing when it is cancelled', async () => {
    const { api, point, press } = await openEditor();
    point('pointerDown', 5, 5);
    point('pointerUp', 5, 5);
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Generate Art' })).toBeVisible();
    expect(await findPreviewUrl()).toBe(`/api/uploads/${PHOTO_ID}/previews/modern`);
    expect(api.callsTo(CORRECTION)).toEqual([]);
  });
});
