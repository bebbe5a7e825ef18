import { useEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { Footer } from './footer.js';
import { NavBar } from './nav-bar.js';
import { useFocusRecovery } from './use-focus-recovery.js';

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
        {children}
      </main>
      <Footer />
    </div>
  );
}
