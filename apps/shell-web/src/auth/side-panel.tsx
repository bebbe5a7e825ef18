import { Blocks, Circle, Shapes, Zap } from 'lucide-react';

const STYLES = [
  { name: 'Cyberpunk', text: 'Neon edges after dark', Icon: Zap, ground: 'bg-lilac' },
  { name: 'Modern', text: 'Bold, flat color', Icon: Blocks, ground: 'bg-butter' },
  { name: 'Minimalistic', text: 'A few quiet lines', Icon: Circle, ground: 'bg-mint' },
  { name: 'Abstract', text: 'Shapes at play', Icon: Shapes, ground: 'bg-peach' },
];

/** Introduces the product and its four styles. */
export function SidePanel() {
  return (
    <aside
      aria-labelledby="side-panel"
      className="flex flex-col justify-between gap-10 rounded-card bg-deep p-6 text-deep-foreground sm:p-10"
    >
      <div>
        <h2 id="side-panel" className="text-3xl font-extrabold tracking-tight sm:text-4xl">
          One photo. Four ways to see your pet.
        </h2>
        <p className="mt-4 text-lg text-deep-muted">
          Pick a style, put the artwork on a shirt, a hoodie, a phone case or a tag, and we print and ship it.
        </p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {STYLES.map(({ name, text, Icon, ground }) => (
          <li key={name} className={`flex items-center gap-4 rounded-card ${ground} p-4 text-tint-foreground`}>
            <Icon aria-hidden className="size-7 shrink-0" />
            <span>
              <span className="block font-display text-lg leading-tight font-bold">{name}</span>
              <span className="text-sm">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
