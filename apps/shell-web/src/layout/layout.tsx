import { BRAND } from '@shop/contracts-common';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { ContactBlock } from '../contact/contact-block.js';
import { AdminReturn } from './admin-return.js';
import { BrandMark, NavBar } from './nav-bar.js';
import { SellerLine } from './seller-line.js';

const CONTAINERS = '[role=dialog], main';

/**
 * Moves the focus when the focused element is removed (a deleted line, a button that disappears when it is clicked): to
 * the surrounding dialog or the main content, unless another element already has it. Keyboard and screen reader users
 * would otherwise start again from the top.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let container: HTMLElement | null = null;
    let frame = 0;

    const handleFocusIn = ({ target }: FocusEvent): void => {
      focused = target instanceof Element ? target : null;
      container = focused?.closest<HTMLElement>(CONTAINERS) ?? null;
    };
    const recoverFocus = (): void => {
      const isLost = document.activeElement === document.body && focused?.isConnected === false;
      if (isLost && container?.isConnected) container.focus({ preventScroll: true });
      else if (isLost) focused = null;
    };
    const observer = new MutationObserver(() => {
      if (focused?.isConnected !== false) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(recoverFocus);
    });

    document.addEventListener('focusin', handleFocusIn);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', handleFocusIn);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}

const COLUMNS = [
  {
    title: 'Quick Links',
    links: [
      { to: '/products', label: 'Products' },
      { to: '/create', label: 'Create Art' },
      { to: '/designs', label: 'My Designs' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/terms', label: 'Terms of Service' },
      { to: '/privacy', label: 'Privacy Policy' },
    ],
  },
];

function Footer() {
  return (
    <footer className="bg-deep text-deep-foreground">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-14 sm:grid-cols-2 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1.3fr]">
        <div className="max-w-xs">
          <p className="flex items-center gap-2.5 font-display text-2xl font-extrabold tracking-tight">
            <BrandMark className="size-9" />
            {BRAND}
          </p>
          <p className="mt-4 text-deep-muted">
            Your pet, drawn from one photo and printed on things you use every day.
          </p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-lg font-bold">{title}</h2>
            <ul className="mt-2">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-11 items-center rounded-md text-deep-muted underline-offset-4 hover:text-deep-foreground hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <ContactBlock />
      </div>
      <div className="border-t border-deep-foreground/15">
        <div className="mx-auto max-w-6xl px-4 py-6 text-sm text-deep-muted sm:px-6">
          <p>
            © {new Date().getFullYear()} {BRAND}. All rights reserved.
          </p>
          <SellerLine className="mt-1 [overflow-wrap:anywhere]" />
        </div>
      </div>
    </footer>
  );
}

/**
 * On navigation to another page: scrolls to the top and focuses the main content, so that screen readers announce it.
 * Going back keeps the browser's scroll position.
 */
function usePageTransition() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (kind !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
    main.current?.focus({ preventScroll: true });
  }, [pathname, kind]);

  return main;
}

export function Layout({ children }: { children: ReactNode }) {
  const main = usePageTransition();
  useFocusRecovery();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-100 focus-visible:rounded-full focus-visible:bg-card focus-visible:px-5 focus-visible:py-3 focus-visible:font-semibold focus-visible:shadow-float"
      >
        Skip to content
      </a>
      <NavBar />
      {/* `min-h-dvh` keeps the footer below the fold, so that nothing visible shifts when the page loads. */}
      <main ref={main} id="main" tabIndex={-1} className="min-h-dvh flex-1 outline-none">
        <AdminReturn />
        {children}
      </main>
      <Footer />
    </div>
  );
}
