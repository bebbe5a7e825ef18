import { useState } from 'react';

/** Announces changes of a status to screen readers; the initial status is not announced. */
export function StatusAnnouncer({ title }: { title: string }) {
  const [initialTitle] = useState(title);
  const [isChanged, setIsChanged] = useState(false);
  if (!isChanged && title !== initialTitle) setIsChanged(true);
  return (
    <p role="status" className="sr-only">
      {isChanged ? `${title}.` : ''}
    </p>
  );
}
