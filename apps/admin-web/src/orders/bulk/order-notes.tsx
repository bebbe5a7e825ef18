import type { ReactNode } from 'react';

interface Props {
  label: string;
  children: ReactNode;
}

/** A list that scrolls by keys too. */
export const OrderNotes = ({ label, children }: Props) => (
  <ul
    role="list"
    aria-label={label}
    tabIndex={0}
    className="grid max-h-60 gap-1.5 overflow-y-auto rounded-control border border-border p-3 text-sm"
  >
    {children}
  </ul>
);

/** `before`: what the note is about. */
export const OrderNote = ({ before, children }: { before: ReactNode; children: ReactNode }) => (
  <li className="[overflow-wrap:anywhere]">
    <span className="font-semibold whitespace-nowrap">{before}</span> {children}
  </li>
);

export const countOrders = (count: number): string => `${count} ${count === 1 ? 'order' : 'orders'}`;
