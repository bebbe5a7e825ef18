import { Card, PageColumn } from '@shop/web-ui';
import type { ReactNode } from 'react';

/** A page with one thing to do. */
export function NarrowCard({ heading, text, children }: { heading: string; text?: ReactNode; children: ReactNode }) {
  return (
    <PageColumn className="max-w-xl">
      <Card className="p-6 sm:p-10">
        <h1 className="text-4xl font-extrabold tracking-tight">{heading}</h1>
        {text && <p className="mt-3 text-lg text-muted-foreground">{text}</p>}
        <div className="mt-8">{children}</div>
      </Card>
    </PageColumn>
  );
}
