import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../cn.js';
import { useAppScope } from '../surfaces/app-scope.js';

/** Not modal: content beside an open menu stays accessible and clickable. */
export function DropdownMenu(props: Omit<ComponentProps<typeof Primitive.Root>, 'modal'>) {
  return <Primitive.Root modal={false} {...props} />;
}
export const DropdownMenuTrigger = Primitive.Trigger;

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  const scope = useAppScope();
  return (
    <Primitive.Portal>
      <div {...scope}>
        <Primitive.Content
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className={cn('ui-menu', className)}
          {...props}
        />
      </div>
    </Primitive.Portal>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn('ui-menu-label', className)} {...props} />;
}

interface ItemProps extends ComponentProps<typeof Primitive.Item> {
  /** Disabled but focusable, like `Button`'s. The menu stays open. */
  disabledFocusable?: boolean;
}

export function DropdownMenuItem({ className, disabledFocusable = false, ...props }: ItemProps) {
  return (
    <Primitive.Item
      className={cn('ui-menu-item', className)}
      {...props}
      {...(disabledFocusable && { 'aria-disabled': true, onSelect: (event: Event) => event.preventDefault() })}
    />
  );
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="ui-menu-separator" />;
}
