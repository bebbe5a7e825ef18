import type { Ref } from 'react';

/**
 * A hidden field that only robots fill in: people do not see it, screen readers and the keyboard skip it, and browsers
 * do not autofill inert fields.
 */
export const HoneypotField = ({ ref }: { ref: Ref<HTMLInputElement> }) => (
  <div className="sr-only" aria-hidden inert>
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" ref={ref} />
    </label>
  </div>
);
