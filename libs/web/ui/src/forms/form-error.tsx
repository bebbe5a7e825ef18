import { CircleAlert } from 'lucide-react';
import { cn } from '../cn.js';

interface Props {
  /** Null: nothing failed. */
  message: string | null;
  className?: string;
}

/** Why the last attempt failed, until the next one starts. The toast disappears earlier. */
export const FormError = ({ message, className }: Props) =>
  message && (
    <p role="alert" className={cn('ui-form-error', className)}>
      {message}
    </p>
  );

/** The same in a box. It is not announced: `id` describes the button of the form. */
export const FormErrorBox = ({ message, id }: Pick<Props, 'message'> & { id: string }) =>
  message && (
    <p id={id} className="ui-form-error ui-form-error-box">
      <CircleAlert aria-hidden />
      {message}
    </p>
  );
