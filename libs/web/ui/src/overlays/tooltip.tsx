import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { useAppScope } from '../surfaces/app-scope.js';

/** Spec, section 9. */
const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Primitive.Provider>
  );
}

/** Names an icon button on hover and focus. The button keeps its own `aria-label`. */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  const scope = useAppScope();
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <div {...scope}>
          <Primitive.Content sideOffset={6} collisionPadding={8} className="z-90 rounded-control bg-foreground px-3 py-1.5 text-sm font-semibold text-background shadow-float">
            {label}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
