import { LoaderCircle } from 'lucide-react';
import { cn } from '../cn.js';

/** A spinning icon. Screen readers announce `label`; omit it when the text beside the icon says the same. */
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
