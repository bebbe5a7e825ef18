import type { ComponentProps } from 'react';

/**
 * A hidden field that only robots fill in: people do not see it, screen readers and the keyboard skip it, and browsers
 * do not autofill inert fields.
 */
export const HoneypotField = (props: ComponentProps<'input'>) => (
  <div className="sr-only" aria-hidden inert>
    <label>
      Website
      <input type="text" tabIndex={-1} autoComplete="off" {...props} />
    </label>
  </div>
);
