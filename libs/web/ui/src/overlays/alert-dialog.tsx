import { AlertDialog as Primitive } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { cn } from '../cn.js';
import { useAppScope } from '../surfaces/app-scope.js';
import { useReturnFocus } from './use-return-focus.js';

/** For irreversible actions: only its own buttons and Escape close it, no click outside and no close icon. */
export const AlertDialog = Primitive.Root;
export const AlertDialogCancel = Primitive.Cancel;

interface Props {
  title: string;
  /** What will happen, in plain words. Screen readers read it when the dialog opens. */
  description: ReactNode;
  children: ReactNode;
  className?: string;
  /** Of the layer between the page and the dialog. */
  overlayClassName?: string;
  /** A full-width strip above the title that shows who asks. */
  banner?: ReactNode;
  /** Finds the element to focus on close when the opener is gone or there was none. */
  returnFocusTo?: () => HTMLElement | null;
}

/** Focuses the first field if there is one, otherwise the cancel button. */
export function AlertDialogContent({
  title,
  description,
  children,
  className,
  overlayClassName,
  banner,
  returnFocusTo,
}: Props) {
  const scope = useAppScope();
  const body = useRef<HTMLDivElement>(null);
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(returnFocusTo);
  const focusFirst = (event: Event): void => {
    onOpenAutoFocus();
    const field = body.current?.querySelector<HTMLElement>('input:not([hidden]), textarea, select');
    if (!field) return;
    event.preventDefault();
    field.focus();
  };

  return (
    <Primitive.Portal>
      <div {...scope}>
        <Primitive.Overlay className={cn('ui-dialog-overlay', overlayClassName)}>
          <Primitive.Content
            className={cn('ui-dialog', className)}
            onOpenAutoFocus={focusFirst}
            onCloseAutoFocus={onCloseAutoFocus}
          >
            {banner && <div className="ui-dialog-banner">{banner}</div>}
            <Primitive.Title className="ui-dialog-title">{title}</Primitive.Title>
            <Primitive.Description asChild>
              <div className="ui-dialog-description">{description}</div>
            </Primitive.Description>
            <div ref={body} className="ui-dialog-body">
              {children}
            </div>
          </Primitive.Content>
        </Primitive.Overlay>
      </div>
    </Primitive.Portal>
  );
}
