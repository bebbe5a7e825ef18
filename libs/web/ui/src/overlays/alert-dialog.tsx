import { AlertDialog as Primitive } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { cn } from '../cn.js';
import { useAppScope } from '../surfaces/app-scope.js';
import { useReturnFocus } from './use-return-focus.js';

/** For what cannot be taken back: neither a click beside it nor a cross closes it, only its own buttons and Escape. */
export const AlertDialog = Primitive.Root;
export const AlertDialogCancel = Primitive.Cancel;

interface Props {
  title: string;
  /** What will happen, in plain words; read out when the dialog opens. */
  description: ReactNode;
  children: ReactNode;
  className?: string;
  /** A strip over the title, from edge to edge: who is asking. */
  banner?: ReactNode;
  /** Where the focus goes at the end when what opened this is gone or was never there. */
  returnFocusTo?: () => HTMLElement | null;
}

/** The focus goes to the first field where there is one, else to the way out. */
export function AlertDialogContent({ title, description, children, className, banner, returnFocusTo }: Props) {
  const scope = useAppScope();
  const body = useRef<HTMLDivElement>(null);
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(returnFocusTo);
  const focusFirst = (event: Event): void => {
    onOpenAutoFocus();
    const field = body.current?.querySelector<HTMLElement>('input, textarea, select');
    if (!field) return;
    event.preventDefault();
    field.focus();
  };

  return (
    <Primitive.Portal>
      <div {...scope}>
        <Primitive.Overlay className="ui-dialog-overlay">
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
