import { CircleAlert } from 'lucide-react';

interface Props {
  /** Null: nothing failed. */
  message: string | null;
  id: string;
}

/** Shows why the last attempt failed until the next one starts. The toast disappears earlier. */
export function FormError({ message, id }: Props) {
  if (!message) return null;
  return (
    <p
      id={id}
      className="mt-6 flex items-start gap-3 rounded-control border-2 border-destructive p-4 font-semibold text-pretty text-destructive-text"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {message}
    </p>
  );
}
