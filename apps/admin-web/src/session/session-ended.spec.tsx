import { stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { EMPTY_SHOP, openAdmin, openShirt, resetBrowser, SHIRT_PATH } from '../testing/open-admin.js';
import { REFUND, REFUNDED_ORDER, sendRefund, withSecondFactor } from '../testing/send-refund.js';

afterEach(resetBrowser);

const ENDED = { status: 401, text: 'Not signed in' };
const DIALOG = { name: 'You were signed out' };
const CODE_DIALOG = { name: 'Enter your code' };
const findDialog = async (name: { name: string }) => within(await screen.findByRole('alertdialog', name));

/** A form with a changed title, whose save is refused because the session has ended. */
async function openEndedForm() {
  const page = await openShirt({ [`PATCH ${SHIRT_PATH}`]: ENDED });
  const { user, server, drawer } = page;
  server.responses['GET /api/user'] = ENDED;
  await user.clear(drawer.getByLabelText('Title'));
  await user.type(drawer.getByLabelText('Title'), 'My Tee');
  await user.click(drawer.getByRole('button', { name: 'Update Product' }));
  return { ...page, dialog: await findDialog(DIALOG) };
}

describe('the end of an admin’s session', () => {
  it('covers the form, and signing in again goes on with what was typed', async () => {
    const { user, server, drawer, dialog } = await openEndedForm();
    server.responses['POST /api/login'] = { status: 401, text: 'Invalid email or password' };
    await user.type(dialog.getByLabelText('Password of ada@example.com'), 'wrong horse{Enter}');
    expect(await dialog.findByText('Invalid email or password')).toBeVisible();

    server.responses['POST /api/login'] = EMPTY_SHOP['GET /api/user'];
    server.responses[`PATCH ${SHIRT_PATH}`] = { json: {} };
    await user.clear(dialog.getByLabelText('Password of ada@example.com'));
    await user.type(dialog.getByLabelText('Password of ada@example.com'), 'correct horse{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.callsTo('POST /api/login').at(-1)?.body).toEqual({
      email: 'ada@example.com',
      password: 'correct horse',
    });
    expect(drawer.getByLabelText('Title')).toHaveValue('My Tee');
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await waitFor(() => expect(server.callsTo(`PATCH ${SHIRT_PATH}`).at(-1)?.body).toMatchObject({ title: 'My Tee' }));
  });

  it('closes the dialog for a code, and signing in with a code goes on with the refund that needed it', async () => {
    const { user, server, dialog: code } = await sendRefund();
    server.responses['POST /api/second-factor'] = ENDED;
    server.responses['GET /api/user'] = ENDED;
    await user.type(code.getByLabelText('Code'), '123456{Enter}');
    const dialog = await findDialog(DIALOG);
    await waitFor(() => expect(screen.queryByRole('alertdialog', CODE_DIALOG)).toBeNull());
    await waitFor(() => expect(dialog.getByLabelText('Password of ada@example.com')).toHaveFocus());

    server.responses['POST /api/login'] = withSecondFactor('asked', 'user');
    server.responses['POST /api/second-factor'] = withSecondFactor('on');
    await user.type(dialog.getByLabelText('Password of ada@example.com'), 'correct horse{Enter}');
    await user.type((await findDialog(CODE_DIALOG)).getByLabelText('Code'), '654321{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText('Reason')).toHaveValue('A stain');
    server.responses[REFUND] = { status: 201, json: REFUNDED_ORDER };
    await user.click(screen.getByRole('button', { name: /Give .* Back/ }));
    await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
    expect(server.callsTo(REFUND)).toHaveLength(2);
  });

  it('says that a code is missing if its dialog is closed, and takes the password again', async () => {
    const { user, server, dialog } = await openEndedForm();
    server.responses['POST /api/login'] = withSecondFactor('asked', 'user');
    const password = dialog.getByLabelText('Password of ada@example.com');
    await user.type(password, 'correct horse{Enter}');
    await user.click((await findDialog(CODE_DIALOG)).getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByText('Signing in takes a code besides the password.')).toBeVisible();
    await waitFor(() => expect(password).toHaveFocus());
    expect(password).toHaveValue('correct horse');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alertdialog', CODE_DIALOG)).toBeVisible();
  });

  it('is noticed by a refetch, and can’t be closed by Escape', async () => {
    const server = stubApi({ ...EMPTY_SHOP });
    server.responses['GET /api/admin/money'] = () => {
      server.responses['GET /api/user'] = ENDED;
      return ENDED;
    };
    const { user } = openAdmin('/admin');
    await screen.findByRole('alertdialog', DIALOG);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog', DIALOG)).toBeVisible();
  });

  it('is not a call that was refused because a code in another tab gave the session a new id', async () => {
    const { user, server, drawer } = await openShirt({ [`PATCH ${SHIRT_PATH}`]: ENDED });
    await user.type(drawer.getByLabelText('Title'), ' of Linen');
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await waitFor(() => expect(server.callsTo('GET /api/user')).toHaveLength(2));
    server.responses[`PATCH ${SHIRT_PATH}`] = { json: {} };
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await waitFor(() => expect(server.callsTo(`PATCH ${SHIRT_PATH}`)).toHaveLength(2));
    expect(screen.queryByRole('alertdialog', DIALOG)).toBeNull();
  });
});
