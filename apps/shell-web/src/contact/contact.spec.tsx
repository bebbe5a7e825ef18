import { seenToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { forgetBrowser, openShell } from '../testing/open-shell.js';
import { ContactBlock } from './contact-block.js';

const WORDS = { Name: 'Nora', Email: 'nora@example.com', Subject: 'A question', Message: 'Where is my hoodie?' };

async function openDialog() {
  const { user } = openShell('/', <ContactBlock />);
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Send Message' }));
    return within(await screen.findByRole('dialog', { name: 'Contact Us' }));
  };
  const dialog = await open();
  const fill = async () => {
    for (const [label, text] of Object.entries(WORDS)) await user.type(dialog.getByLabelText(label), text);
  };
  return { user, dialog, open, fill, send: () => user.click(dialog.getByRole('button', { name: 'Send Message' })) };
}

afterEach(forgetBrowser);

describe('the contact dialog', () => {
  it('wants every field, and an e-mail address', async () => {
    const server = stubApi({});
    const { dialog, send, user } = await openDialog();
    await user.type(dialog.getByLabelText('Email'), 'not an address');
    await send();
    expect((await dialog.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual(['Name is required', 'Invalid email address', 'Subject is required', 'Message is required']);
    expect(dialog.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(dialog.getByLabelText('Message')).toHaveAttribute('rows', '5');
    expect(server.calls).toEqual([]);
  });

  it('sends the message, says so, closes and starts empty the next time', async () => {
    let answer: () => void = () => undefined;
    const server = stubApi({ 'POST /api/contact': { status: 201, json: {}, after: new Promise<void>((resolve) => (answer = resolve)) } });
    const { dialog, open, fill, send } = await openDialog();
    await fill();
    await send();
    expect(await dialog.findByRole('button', { name: 'Sending...' })).toBeDisabled();
    answer();
    await seenToast('Message sent!', "We'll get back to you soon.");
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.calls[0]?.body).toEqual({ name: 'Nora', email: 'nora@example.com', subject: 'A question', message: 'Where is my hoodie?' });
    expect((await open()).getByLabelText('Name')).toHaveValue('');
  });

  it('keeps what was typed when sending fails', async () => {
    stubApi({ 'POST /api/contact': { status: 503, text: 'Contact is unavailable right now.' } });
    const { dialog, fill, send } = await openDialog();
    await fill();
    await send();
    await seenToast('Error', 'Failed to send message. Please try again.');
    await waitFor(() => expect(dialog.getByLabelText('Message')).toHaveValue('Where is my hoodie?'));
  });
});
