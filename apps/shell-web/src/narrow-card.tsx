import { Card, PageColumn } from '@shop/web-ui';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  heading: string;
  text?: ReactNode;
  /**
   * Set when the card replaces a form whose button had the focus: its heading gets the focus, so that screen readers
   * announce the result.
   */
  isOutcome?: boolean;
  children: ReactNode;
}

/** A page for a single task. */
export function NarrowCard({ heading, text, isOutcome = false, children }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOutcome) title.current?.focus();
  }, [isOutcome]);

  return (
    <PageColumn className="max-w-xl">
      <Card className="p-6 sm:p-10">
        <h1
          ref={title}
          tabIndex={isOutcome ? -1 : undefined}
          className="text-4xl font-extrabold tracking-tight outline-none"
        >
          {heading}
        </h1>
        {text && <p className="mt-3 text-lg text-pretty text-muted-foreground">{text}</p>}
        <div className="mt-8">{children}</div>
      </Card>
    </PageColumn>
  );
}
