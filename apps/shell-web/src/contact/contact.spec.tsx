import { FORM_OPEN_HEADER, FORM_OPEN_MIN_MS, FORM_WEBSITE_HEADER } from '@shop/contracts-support';
import { jest } from '@jest/globals';
import { useCurrentUser, useSignOut } from '@shop/web-kit';
import { findToast, stubApi, type RecordedCall } from '@shop/web-testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { resetBrowser, openShell, signedIn } from '../testing/open-shell.js';
import { ContactBlock } from './contact-block.js';

const FIELDS = { Name: 'Nora', Email: 'nora@example.com', Subject: 'A question', Message: 'Where is my hoodie?' };
const SENT = { name: 'Nora', email: 'nora@example.com', subject: 'A question', message: 'Where is my hoodie?' };

const getOpenMs = (call: RecordedCall | undefined): number => Number(call?.headers[FORM_OPEN_HEADER]);

/** Mocks the page's clock, so that tests advance it instead of waiting. */
function mockClock() {
  const realNow = performance.now.bind(performance);
  let offsetMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => realNow() + offsetMs);
  return { advance: (ms: number) => (offsetMs += ms) };
}

async function openDialog() {
  const clock = mockClock();
  const { user } = openShell('/', <ContactBlock />);
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Send Message' }));
    return within(await screen.findByRole('dialog', { name: 'Contact Us' }));
  };
  const dialog = await open();
  const fill = () => {
    for (const [label, text] of Object.entries(FIELDS))
      fireEvent.change(dialog.getByLabelText(label), { target: { value: text } });
  };
  const send = () => user.click(dialog.getByRole('button', { name: 'Send Message' }));
  return { user, dialog, open, fill, send, clock };
}

afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

describe('ContactDialog', () => {
  it('labels its close button', async () => {
    stubApi({});
    const { dialog, user } = await openDialog();
    await user.hover(dialog.getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Close');
  });

  it('requires all fields and a valid email address', async () => {
    const server = stubApi({});
    const { dialog, send, user } = await openDialog();
    await user.type(dialog.getByLabelText('Email'), 'not an address');
    await send();
    expect((await dialog.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
      'Name is required',
      'Invalid email address',
      'Subject is required',
      'Message is required',
    ]);
    expect(dialog.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(dialog.getByLabelText('Message')).toHaveAttribute('rows', '5');
    expect(server.callsTo('POST /api/contact')).toEqual([]);
  });

  it('sends the message, shows a toast, closes and is empty the next time', async () => {
    let respond: () => void = () => undefined;
    const server = stubApi({
      'POST /api/contact': { status: 201, json: {}, after: new Promise<void>((resolve) => (respond = resolve)) },
    });
    const { dialog, open, fill, send, clock } = await openDialog();
    fill();
    clock.advance(3000);
    await send();
    expect(await dialog.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
    expect(dialog.getByLabelText('Name')).toHaveValue('Nora');
    respond();
    await findToast('Message sent!', "We'll get back to you soon.");
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.callsTo('POST /api/contact')[0]?.body).toEqual(SENT);
    expect(server.callsTo('POST /api/contact')[0]?.headers).not.toHaveProperty(FORM_WEBSITE_HEADER);
    const again = await open();
    for (const label of Object.keys(FIELDS)) expect(again.getByLabelText(label)).toHaveValue('');
  });

  it('keeps the input when sending fails', async () => {
    stubApi({ 'POST /api/contact': { status: 503, text: 'Contact is unavailable right now.' } });
    const { dialog, fill, send, clock } = await openDialog();
    fill();
    clock.advance(3000);
    await send();
    await findToast('Error', 'Failed to send message. Please try again.');
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Send Message' })).not.toHaveAttribute('aria-disabled'),
    );
    for (const [label, text] of Object.entries(FIELDS)) expect(dialog.getByLabelText(label)).toHaveValue(text);
  });
});

describe('ContactDialog spam protection', () => {
  it('has a honeypot field that is hidden from people, screen readers, keyboard and autofill', async () => {
    stubApi({});
    const { dialog, user } = await openDialog();
    expect(dialog.getAllByRole('textbox').map((field) => field.getAttribute('name'))).toEqual([
      'name',
      'email',
      'subject',
      'message',
    ]);
    const honeypot = dialog.getByLabelText('Website');
    expect(honeypot).toHaveAttribute('autocomplete', 'off');
    expect(honeypot.closest('[inert][aria-hidden="true"].sr-only')).not.toBeNull();
    const reached: (string | null)[] = [];
    for (let press = 0; press < 8; press += 1) {
      await user.tab();
      reached.push(document.activeElement?.getAttribute('name') ?? null);
    }
    expect(reached).toEqual(expect.arrayContaining(['name', 'email', 'subject', 'message']));
    expect(reached).not.toContain('website');
  });

  it('sends only that the honeypot field was filled in, and shows success', async () => {
    const server = stubApi({ 'POST /api/contact': { status: 201, json: { id: crypto.randomUUID() } } });
    const { dialog, fill, send, clock } = await openDialog();
    fill();
    fireEvent.change(dialog.getByLabelText('Website'), { target: { value: 'купи 🐶'.repeat(10_000) } });
    clock.advance(3000);
    await send();
    await findToast('Message sent!', "We'll get back to you soon.");
    expect(server.callsTo('POST /api/contact')[0]?.body).toEqual(SENT);
    expect(server.callsTo('POST /api/contact')[0]?.headers).toMatchObject({ [FORM_WEBSITE_HEADER]: 'filled-in' });
  });

  it('delays a message that was written too quickly, and sends it', async () => {
    const server = stubApi({ 'POST /api/contact': { status: 201, json: {} } });
    const { dialog, fill, send } = await openDialog();
    fill();
    await send();
    expect(await dialog.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
    expect(server.callsTo('POST /api/contact')).toEqual([]);
    await findToast('Message sent!', "We'll get back to you soon.");
    expect(getOpenMs(server.callsTo('POST /api/contact')[0])).toBeGreaterThanOrEqual(FORM_OPEN_MIN_MS);
  });

  it('measures the age from the first opening', async () => {
    const server = stubApi({ 'POST /api/contact': { status: 201, json: {} } });
    const { user, open, fill, clock } = await openDialog();
    fill();
    clock.advance(60_000);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await open();
    expect(again.getByLabelText('Message')).toHaveValue('Where is my hoodie?');
    await user.click(again.getByRole('button', { name: 'Send Message' }));
    await findToast('Message sent!', "We'll get back to you soon.");
    expect(getOpenMs(server.callsTo('POST /api/contact')[0])).toBeGreaterThanOrEqual(60_000);
  });

  it('restarts the age after a sent message', async () => {
    const server = stubApi({ 'POST /api/contact': { status: 201, json: {} } });
    const { open, fill, send, clock, user } = await openDialog();
    fill();
    clock.advance(60_000);
    await send();
    await findToast('Message sent!', "We'll get back to you soon.");
    const again = await open();
    for (const [label, text] of Object.entries(FIELDS))
      fireEvent.change(again.getByLabelText(label), { target: { value: text } });
    clock.advance(5_000);
    await user.click(again.getByRole('button', { name: 'Send Message' }));
    await waitFor(() => expect(server.callsTo('POST /api/contact')).toHaveLength(2));
    expect(getOpenMs(server.callsTo('POST /api/contact')[1])).toBeLessThan(60_000);
  });
});

function SignOut() {
  const { mutate } = useSignOut();
  const { user } = useCurrentUser();
  return user ? <button onClick={() => mutate()}>Sign out</button> : <p>Signed out</p>;
}

describe('the contact dialog of a customer who is signed in', () => {
  const amounts = { subtotal: '48.00', shipping: '9.99', tax: '3.84', total: '61.83' };
  const order = { ...amounts, orderNumber: 'PA-7K3M9QXW2T', createdAt: '2026-11-18T10:00:00.000Z', status: 'paid' };
  const answers = (orders: unknown = [{ id: crypto.randomUUID(), ...order }]) => ({
    ...signedIn({ firstName: 'Pat', lastName: 'Doe', email: 'pat@example.com' }),
    'GET /api/orders?limit=20': { json: orders },
    'POST /api/contact': { status: 201, json: { id: crypto.randomUUID() } },
  });
  const write = async (orders?: unknown, orderNumber?: string, subject = 'Where is it?') => {
    const server = stubApi(answers(orders));
    const { dialog, send, user, clock } = await openDialog();
    await waitFor(() => expect(dialog.getByLabelText('Email')).toHaveValue('pat@example.com'));
    fireEvent.change(dialog.getByLabelText('Subject'), { target: { value: subject } });
    fireEvent.change(dialog.getByLabelText('Message'), { target: { value: 'I wait.' } });
    if (orderNumber) await user.selectOptions(await dialog.findByLabelText('About an order (optional)'), orderNumber);
    clock.advance(3000);
    await send();
    await findToast('Message sent!', "We'll get back to you soon.");
    return server.callsTo('POST /api/contact').map(({ body }) => body);
  };
  const sent = (subject: string, message = 'I wait.') => [
    { name: 'Pat Doe', email: 'pat@example.com', subject, message },
  ];

  it('is filled in, and sends exactly the four fields if no order is chosen', async () => {
    expect(await write()).toEqual(sent('Where is it?'));
  });

  it('names the chosen order in the subject', async () => {
    expect(await write(undefined, order.orderNumber)).toEqual(sent('Order PA-7K3M9QXW2T: Where is it?'));
  });

  it('names it in the message if the subject is long', async () => {
    const long = 'x'.repeat(200);
    expect(await write(undefined, order.orderNumber, long)).toEqual(sent(long, 'I wait.\n\nOrder PA-7K3M9QXW2T'));
  });

  it('works without orders', async () => {
    expect(await write([])).toEqual(sent('Where is it?'));
  });

  it('does not replace what was typed', async () => {
    let respond: () => void = () => undefined;
    const after = new Promise<void>((resolve) => (respond = resolve));
    stubApi({ ...answers(), 'GET /api/user': { ...answers()['GET /api/user'], after } });
    const { dialog, user } = await openDialog();
    await user.type(dialog.getByLabelText('Email'), 'work@example.com');
    respond();
    await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveValue('Pat Doe'));
    expect(dialog.getByLabelText('Email')).toHaveValue('work@example.com');
  });

  it('shows nothing of a customer who has signed out since', async () => {
    stubApi({ ...answers(), 'POST /api/logout': { status: 204 } });
    const { user } = openShell(
      '/',
      <>
        <ContactBlock />
        <SignOut />
      </>,
    );
    const open = async () => {
      await user.click(screen.getByRole('button', { name: 'Send Message' }));
      return within(await screen.findByRole('dialog', { name: 'Contact Us' }));
    };
    const dialog = await open();
    await waitFor(() => expect(dialog.getByLabelText('Email')).toHaveValue('pat@example.com'));
    await user.type(dialog.getByLabelText('Message'), 'I wait.');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByText('Signed out');
    const again = await open();
    for (const label of ['Name', 'Email', 'Message']) expect(again.getByLabelText(label)).toHaveValue('');
  });
});
