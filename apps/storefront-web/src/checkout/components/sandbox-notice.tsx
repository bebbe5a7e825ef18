import { ChevronDown, FlaskConical } from 'lucide-react';
import { SPECIAL_TEST_CARDS, TEST_CARDS, type TestCard } from '../test-cards.js';

interface Props {
  onPick: (cardNumber: string) => void;
}

function CardList({ cards, onPick }: Props & { cards: readonly TestCard[] }) {
  return (
    <ul className="flex flex-col">
      {cards.map(({ number, outcome }) => (
        <li key={number} className="flex flex-col items-start pb-1 sm:flex-row sm:items-center sm:gap-x-2 sm:pb-0">
          <button
            type="button"
            className="min-h-11 cursor-pointer font-semibold tabular-nums underline underline-offset-4"
            onClick={() => onPick(number)}
          >
            {number}
          </button>
          <span>{outcome}</span>
        </li>
      ))}
    </ul>
  );
}

/** Tells the customer that payments are simulated, and lists the test cards. */
export function SandboxNotice({ onPick }: Props) {
  return (
    <aside aria-label="Test payments" className="mb-6 rounded-control bg-butter p-4 text-tint-foreground">
      <p className="mb-2 flex items-start gap-3 font-semibold">
        <FlaskConical aria-hidden className="mt-0.5 size-5 shrink-0" />
        This is a payment sandbox. No real card is charged: please use a test card.
      </p>
      <CardList cards={TEST_CARDS} onPick={onPick} />
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronDown aria-hidden className="size-4.5 transition-transform group-open:rotate-180" />
          More test cards
        </summary>
        <CardList cards={SPECIAL_TEST_CARDS} onPick={onPick} />
      </details>
    </aside>
  );
}
