import type { ReactNode } from 'react';

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  actions?: ReactNode;
}

/** A page-wide message about a payment or an order, with links to continue. */
export function StatusMessage({ icon, title, text, actions }: Props) {
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 py-10 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-butter text-tint-foreground">{icon}</span>
      <h1 className="font-display text-3xl font-extrabold tracking-tight sm:text-4xl">{title}</h1>
      <p className="text-lg text-muted-foreground">{text}</p>
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </section>
  );
}
