import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '../cn.js';
import { useAppScope } from '../surfaces/app-scope.js';

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;

interface Props {
  title: string;
  /** One sentence under the title. */
  description?: string;
  children: ReactNode;
  className?: string;
}

export function DialogContent({ title, description, children, className }: Props) {
  const scope = useAppScope();
  return (
    <Primitive.Portal>
      <div {...scope}>
        <Primitive.Overlay className="ui-dialog-overlay">
          <Primitive.Content
            className={cn('ui-dialog', className)}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <Primitive.Title className="ui-dialog-title">{title}</Primitive.Title>
            {description && <Primitive.Description className="ui-dialog-description">{description}</Primitive.Description>}
            <div className="ui-dialog-body">{children}</div>
            <Primitive.Close aria-label="Close" className="ui-dialog-close">
              <X aria-hidden />
            </Primitive.Close>
          </Primitive.Content>
        </Primitive.Overlay>
      </div>
    </Primitive.Portal>
  );
}
