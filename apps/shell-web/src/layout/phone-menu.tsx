import { Button, cn, Tooltip } from '@shop/web-ui';
import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useMainLinks } from './main-links.js';

/** The main links on narrow screens, behind a button. */
export function PhoneMenu() {
  const links = useMainLinks();
  const { key, pathname } = useLocation();
  const [openLocationKey, setOpenLocationKey] = useState<string | null>(null);
  const container = useRef<HTMLDivElement>(null);
  // The menu is open for one location; navigating closes it.
  const open = openLocationKey === key;

  useEffect(() => {
    if (!open) return;
    const handleEvent = (event: Event): void => {
      const isOutside = event.target instanceof Node && !container.current?.contains(event.target);
      const isKey = event instanceof KeyboardEvent;
      if (isKey ? event.key !== 'Escape' : !isOutside) return;
      // Otherwise the focus would be lost with the hidden link.
      if (isKey) container.current?.querySelector('button')?.focus();
      setOpenLocationKey(null);
    };
    document.addEventListener('keydown', handleEvent);
    document.addEventListener('pointerdown', handleEvent);
    // In a low window the menu could cover the focused element.
    document.addEventListener('focusin', handleEvent);
    return () => {
      document.removeEventListener('keydown', handleEvent);
      document.removeEventListener('pointerdown', handleEvent);
      document.removeEventListener('focusin', handleEvent);
    };
  }, [open]);

  return (
    <div ref={container} className="md:hidden">
      <Tooltip label="Menu">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="phone-menu"
          onClick={() => setOpenLocationKey(open ? null : key)}
        >
          {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
        </Button>
      </Tooltip>
      <ul
        id="phone-menu"
        hidden={!open}
        className="absolute inset-x-0 top-full border-b border-border bg-background p-4 shadow-float"
      >
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={cn(
                'flex min-h-13 items-center rounded-control px-4 font-display text-xl font-bold hover:bg-muted',
                pathname.startsWith(to) && 'bg-muted',
              )}
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
