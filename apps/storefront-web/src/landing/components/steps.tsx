import { ImageUp, Palette, Shirt, type LucideIcon } from 'lucide-react';

const STEPS: readonly { icon: LucideIcon; ground: string; title: string; text: string }[] = [
  { icon: ImageUp, ground: 'bg-peach', title: 'Upload a photo', text: 'A clear picture of your pet is all it takes. Close up and in good light works best.' },
  { icon: Palette, ground: 'bg-butter', title: 'Choose a style', text: 'Four art styles, from calm lines to city neon. Your artwork is ready in 10 to 20 seconds.' },
  { icon: Shirt, ground: 'bg-mint', title: 'Customize and order', text: 'Place it on your favorite product, see it live, and we print and ship it to your door.' },
];

export function Steps() {
  return (
    <section aria-labelledby="steps-heading" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-20">
      <h2 id="steps-heading" className="mb-10 font-display text-4xl font-extrabold tracking-tight sm:text-5xl">
        From photo to portrait in three steps
      </h2>
      <ol className="grid gap-5 md:grid-cols-3">
        {STEPS.map(({ icon: Icon, ground, title, text }, index) => (
          <li key={title} className={`${ground} flex flex-col gap-4 rounded-card p-7 text-tint-foreground`}>
            <span className="flex items-center justify-between">
              <Icon aria-hidden className="size-10" strokeWidth={1.75} />
              <span aria-hidden className="font-display text-5xl font-extrabold opacity-25">
                {index + 1}
              </span>
            </span>
            <h3 className="font-display text-2xl font-bold">{title}</h3>
            <p className="text-lg">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
