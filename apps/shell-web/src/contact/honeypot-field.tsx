import type { ComponentProps } from 'react';

/**
 * A field for programs that fill in whatever a form has: no person sees it, hears of it or comes to it by keyboard, and being inert it is
 * not filled in by a browser that knows one's address. What stands in it gives a robot away.
 */
export const HoneypotField = (props: ComponentProps<'input'>) => (
  <div className="sr-only" aria-hidden inert>
    <label>
      Website
      <input type="text" tabIndex={-1} autoComplete="off" {...props} />
    </label>
  </div>
);
