import { useEffect } from 'react';

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea';

/** React ignores the event of a field whose value it knows. */
function reportFilledFields({ target }: Event): void {
  if (!(target instanceof HTMLFormElement)) return;
  for (const field of target.elements)
    if (field.matches(TEXT_FIELDS)) field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Password managers fill fields without an event. So each form gets the values of its fields just before it is sent. */
export function useFilledFields(): void {
  useEffect(() => {
    document.addEventListener('submit', reportFilledFields, { capture: true });
    return () => document.removeEventListener('submit', reportFilledFields, { capture: true });
  }, []);
}
