/** What the clock says. In the HTML it is what it said at the build, and React leaves such a text as it stands when it takes the page over (ADR 23). */
export function OfToday({ tell }: { tell: (now: Date) => string }) {
  const correct = (place: HTMLElement | null): void => {
    if (place) place.textContent = tell(new Date());
  };
  return (
    <span ref={correct} suppressHydrationWarning>
      {tell(new Date())}
    </span>
  );
}
