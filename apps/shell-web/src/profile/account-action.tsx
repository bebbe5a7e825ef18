import type { ReactNode } from 'react';

interface Props {
  title: string;
  text: string;
  /** The action's button. */
  children: ReactNode;
}

/** One account action: title, explanation and button. */
export function AccountAction({ title, text, children }: Props) {
  return (
    <section className="flex flex-col items-start gap-4 py-5 first:pt-0 last:pb-0 sm:flex-row sm:items-center sm:justify-between sm:gap-8">
      <div className="min-w-0">
        <h3 className="text-lg font-bold">{title}</h3>
        <p className="mt-1 max-w-158 text-muted-foreground">{text}</p>
      </div>
      {children}
    </section>
  );
}
