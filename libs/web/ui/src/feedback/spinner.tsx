import { LoaderCircle } from 'lucide-react';
import { cn } from '../cn.js';

/** Turns while something runs. With a `label` it is announced; without, the text beside it says enough. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const icon = <LoaderCircle aria-hidden className={cn('ui-spinner', className)} />;
  if (!label) return icon;
  return (
    <span role="status" className="ui-spinner-label">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  );
}
