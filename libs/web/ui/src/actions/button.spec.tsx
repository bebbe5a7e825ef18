import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from './button.js';

afterEach(cleanup);

/** Becomes inactive after the first submit, as a form does while its request is pending. */
function Form({ onSend }: { onSend: () => void }) {
  const [isSending, setSending] = useState(false);
  const send = (): void => {
    onSend();
    setSending(true);
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), send())}>
      <input aria-label="Name" />
      <Button type="submit" disabledFocusable={isSending}>
        Send
      </Button>
    </form>
  );
}

describe('Button with disabledFocusable', () => {
  function renderForm() {
    const sent: string[] = [];
    render(<Form onSend={() => sent.push('sent')} />);
    return {
      sent,
      button: screen.getByRole('button', { name: 'Send' }),
      user: userEvent.setup({ pointerEventsCheck: 0 }),
    };
  }

  it('keeps the focus and is announced as disabled', async () => {
    const { button, user } = renderForm();
    await user.click(button);
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).not.toHaveAttribute('disabled');
  });

  it('ignores a second press by mouse, keyboard or Enter in a field', async () => {
    const { sent, button, user } = renderForm();
    await user.click(button);
    await user.click(button);
    await user.keyboard('{Enter} ');
    await user.type(screen.getByLabelText('Name'), 'Pat{Enter}');
    expect(sent).toEqual(['sent']);
  });
});
