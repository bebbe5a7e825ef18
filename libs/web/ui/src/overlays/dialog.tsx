import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { cn } from '../cn.js';
import { useAppScope } from '../surfaces/app-scope.js';
import { Tooltip } from './tooltip.js';
import { useReturnFocus } from './use-return-focus.js';

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;

interface Props {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  children: ReactNode;
  className?: string;
  /** Finds the element to focus on close when the opener is gone or there was none. */
  returnFocusTo?: () => HTMLElement | null;
}

/** Upper bound of the systems' double click intervals. */
const DOUBLE_CLICK_MS = 500;

function useDialogEvents(returnFocusTo: Props['returnFocusTo']) {
  const focus = useReturnFocus(returnFocusTo);
  const openedAt = useRef(0);
  return {
    ...focus,
    onOpenAutoFocus: () => {
      openedAt.current = performance.now();
      focus.onOpenAutoFocus();
    },
    /** The second click of a double click on the opener is outside of the dialog and must not close it. */
    onPointerDownOutside: (event: Event) => {
      if (performance.now() - openedAt.current < DOUBLE_CLICK_MS) event.preventDefault();
    },
  };
}

const CloseButton = () => (
  <Tooltip label="Close">
    <Primitive.Close aria-label="Close" className="ui-dialog-close">
      <X aria-hidden />
    </Primitive.Close>
  </Tooltip>
);

export function DialogContent({ title, description, children, className, returnFocusTo }: Props) {
  const scope = useAppScope();
  const events = useDialogEvents(returnFocusTo);
  return (
    <Primitive.Portal>
      <div {...scope}>
        <Primitive.Overlay className="ui-dialog-overlay">
          <Primitive.Content
            className={cn('ui-dialog', className)}
            {...events}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <Primitive.Title className="ui-dialog-title">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="ui-dialog-description">{description}</Primitive.Description>
            )}
            <div className="ui-dialog-body">{children}</div>
            <CloseButton />
          </Primitive.Content>
        </Primitive.Overlay>
      </div>
    </Primitive.Portal>
  );
}

/** A dialog at the side of the window, in full height: for details beside their list. */
export function DrawerContent({ title, description, children, className, returnFocusTo }: Props) {
  const scope = useAppScope();
  const events = useDialogEvents(returnFocusTo);
  return (
    <Primitive.Portal>
      <div {...scope}>
        <Primitive.Overlay data-toasts="left" className="ui-drawer-overlay">
          <Primitive.Content
            className={cn('ui-drawer', className)}
            {...events}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <header className="ui-drawer-header">
              <div>
                <Primitive.Title dir="auto" className="ui-drawer-title">
                  {title}
                </Primitive.Title>
                {description && (
                  <Primitive.Description className="ui-dialog-description">{description}</Primitive.Description>
                )}
              </div>
              <CloseButton />
            </header>
            <div className="ui-drawer-body">{children}</div>
          </Primitive.Content>
        </Primitive.Overlay>
      </div>
    </Primitive.Portal>
  );
}
