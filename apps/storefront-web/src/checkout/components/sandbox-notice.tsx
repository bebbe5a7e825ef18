import { FlaskConical } from 'lucide-react';
import { TEST_CARDS } from '../test-cards.js';

/** D25: the sandbox announces itself. */
export function SandboxNotice({ onPick }: { onPick: (cardNumber: string) => void }) {
  return (
    <aside aria-label="Test payments" className="mb-6 rounded-control bg-butter p-4 text-tint-foreground">
      <p className="flex items-start gap-3 font-semibold">
        <FlaskConical aria-hidden className="mt-0.5 size-5 shrink-0" />
        This is a payment sandbox. No real card is charged: please use a test card.
      </p>
      <ul className="mt-2 flex flex-col">
        {TEST_CARDS.map(({ number, outcome }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-2">
            <button type="button" className="min-h-11 cursor-pointer font-semibold tabular-nums underline underline-offset-4" onClick={() => onPick(number)}>
              {number}
            </button>
            <span>{outcome}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
