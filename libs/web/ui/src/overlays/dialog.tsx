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
        <Primitive.Overlay className="dialog-overlay fixed inset-0 z-80 grid place-items-center overflow-y-auto bg-overlay p-4">
          <Primitive.Content
            className={cn('dialog-content relative w-full max-w-lg rounded-card border border-border bg-card p-6 text-card-foreground shadow-float sm:p-8', className)}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <Primitive.Title className="pr-10 font-display text-2xl font-bold">{title}</Primitive.Title>
            {description && <Primitive.Description className="mt-1 text-muted-foreground">{description}</Primitive.Description>}
            <div className="mt-6">{children}</div>
            <Primitive.Close aria-label="Close" className="absolute top-4 right-4 grid size-11 cursor-pointer place-items-center rounded-full hover:bg-muted">
              <X aria-hidden className="size-5" />
            </Primitive.Close>
          </Primitive.Content>
        </Primitive.Overlay>
      </div>
    </Primitive.Portal>
  );
}
