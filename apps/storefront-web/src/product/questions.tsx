import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const QUESTIONS: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'How do I get my pet on it?',
    answer: 'Upload one photo, choose a style, and place the artwork. You see it on this product before you pay.',
  },
  {
    question: 'Is my photo good enough?',
    answer:
      'A photo of any phone usually is. The wizard checks size, light and sharpness, and the preview says how sharp the print will be.',
  },
  {
    question: 'Can I change or cancel an order?',
    answer:
      'Yes: address, size and artwork, on the page of your order, which says until when. After that it is being printed.',
  },
  {
    question: 'What if I don’t like it?',
    answer: (
      <>
        There is a 100% satisfaction guarantee. Report a problem on the page of your order; the{' '}
        <Link to="/terms" className="font-semibold text-primary-text underline">
          terms
        </Link>{' '}
        say how.
      </>
    ),
  },
];

export const Questions = () => (
  <div className="divide-y divide-border rounded-card border border-border bg-card">
    {QUESTIONS.map(({ question, answer }) => (
      <details key={question} className="group px-4 sm:px-5">
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 py-3 font-semibold">
          {question}
          <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <p className="pb-4 text-pretty text-muted-foreground">{answer}</p>
      </details>
    ))}
  </div>
);
