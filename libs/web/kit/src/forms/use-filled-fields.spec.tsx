import { jest } from '@jest/globals';
import { createQueryClient, ShopProviders } from '../index.js';
import { fillSilently } from '@shop/web-testing';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type SubmitEvent, useState } from 'react';

function Form({ onSend }: { onSend: (values: object) => void }) {
  const [values, setValues] = useState({ email: '', note: '' });
  const [changes, setChanges] = useState(0);
  const change = (part: object): void => {
    setValues((before) => ({ ...before, ...part }));
    setChanges((count) => count + 1);
  };
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    onSend({ ...values, changes });
  };
  return (
    <form onSubmit={send}>
      <label>
        Email
        <input value={values.email} onChange={({ currentTarget: { value } }) => change({ email: value })} />
      </label>
      <label>
        Note
        <textarea value={values.note} onChange={({ currentTarget: { value } }) => change({ note: value })} />
      </label>
      <button type="submit">Send</button>
    </form>
  );
}

it('a form sends what its fields show, also without an event', async () => {
  const onSend = jest.fn();
  render(
    <ShopProviders queryClient={createQueryClient()}>
      <Form onSend={onSend} />
    </ShopProviders>,
  );
  await userEvent.type(screen.getByLabelText('Note'), 'x');
  fillSilently(screen.getByLabelText('Email'), 'pat@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend.mock.calls).toEqual([[{ email: 'pat@example.com', note: 'x', changes: 2 }]]);
});
