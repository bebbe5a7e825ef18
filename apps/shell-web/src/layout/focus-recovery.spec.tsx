import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useFocusRecovery } from './layout.js';

function Page({ inDialog }: { inDialog: boolean }) {
  useFocusRecovery();
  const [lines, setLines] = useState(['first', 'second']);
  const [isFocusing, setFocusing] = useState(false);
  const list = lines.map((line) => (
    <button key={line} type="button" onClick={() => setLines(lines.filter((other) => other !== line))}>
      {line}
    </button>
  ));
  return (
    <>
      <main tabIndex={-1}>
        {inDialog ? (
          <div role="dialog" tabIndex={-1}>
            {list}
          </div>
        ) : (
          list
        )}
        {!isFocusing && (
          <button type="button" onClick={() => setFocusing(true)}>
            hand on
          </button>
        )}
        {isFocusing && <input aria-label="next" ref={(box) => box?.focus()} />}
      </main>
      <footer>{lines.length < 2 && <p>{lines.length} left</p>}</footer>
    </>
  );
}

describe('useFocusRecovery', () => {
  it('focuses the main content when the focused element is removed', async () => {
    render(<Page inDialog={false} />);
    await userEvent.click(screen.getByRole('button', { name: 'first' }));
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('keeps the focus in its dialog', async () => {
    render(<Page inDialog />);
    await userEvent.click(screen.getByRole('button', { name: 'second' }));
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  });

  it('does not take the focus from another element', async () => {
    render(<Page inDialog={false} />);
    await userEvent.click(screen.getByRole('button', { name: 'hand on' }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(screen.getByLabelText('next')).toHaveFocus();
  });

  it('does not move the focus on later changes after a blur', async () => {
    render(<Page inDialog={false} />);
    screen.getByRole('button', { name: 'second' }).focus();
    screen.getByRole('button', { name: 'second' }).blur();
    await userEvent.click(document.body);
    screen.getByRole('contentinfo').append(document.createElement('p'));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(document.body).toHaveFocus();
  });
});
