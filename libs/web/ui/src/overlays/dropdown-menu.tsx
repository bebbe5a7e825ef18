import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../cn.js';
import { useAppScope } from '../surfaces/app-scope.js';

export const DropdownMenu = Primitive.Root;
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
          className={cn('z-70 min-w-56 rounded-card border border-border bg-card p-2 text-card-foreground shadow-float', className)}
          {...props}
        />
      </div>
    </Primitive.Portal>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn('px-3 py-2', className)} {...props} />;
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 font-medium outline-none select-none data-disabled:opacity-50 data-highlighted:bg-muted [&_svg]:size-4.5 [&_svg]:text-muted-foreground',
        className,
      )}
      {...props}
    />
  );
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="my-2 h-px bg-border" />;
}
