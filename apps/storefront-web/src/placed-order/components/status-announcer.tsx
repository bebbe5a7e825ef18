import { useState } from 'react';

/** Says where an order is as soon as that changes, once, and not of its own accord at first. */
export function StatusAnnouncer({ title }: { title: string }) {
  const [first] = useState(title);
  const [isChanged, setIsChanged] = useState(false);
  if (!isChanged && title !== first) setIsChanged(true);
  return (
    <p role="status" className="sr-only">
      {isChanged ? `${title}.` : ''}
    </p>
  );
}
