import { BadgeCheck, Brain, LockKeyhole, Printer, SlidersHorizontal, Truck, type LucideIcon } from 'lucide-react';
import { SectionHeading } from './section-heading.js';

const REASONS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Brain, title: 'AI Technology', text: 'Each portrait is drawn from your own photo, never from a template.' },
  { icon: Printer, title: 'Quality Printing', text: 'Sharp, lasting color at print resolution on every product.' },
  { icon: Truck, title: 'Fast Shipping', text: 'Printed to order and sent straight to your door.' },
  { icon: BadgeCheck, title: '100% Satisfaction Guarantee', text: 'If it does not make you smile, we make it right.' },
  { icon: LockKeyhole, title: 'Secure Payment', text: 'Your card is handled by a card payment provider, not by us.' },
  {
    icon: SlidersHorizontal,
    title: 'Easy Customization',
    text: 'Size, turn and move your art, and see it on the product as you go.',
  },
];

export function Reasons() {
  return (
    <section aria-labelledby="reasons-heading" className="mx-auto max-w-6xl px-4 pb-14 sm:px-6 sm:pb-24">
      <SectionHeading id="reasons-heading" title="Why choose us" />
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {REASONS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-lilac text-tint-foreground">
              <Icon aria-hidden className="size-6" />
            </span>
            <div>
              <h3 className="font-display text-xl font-bold">{title}</h3>
              <p className="mt-1 text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
