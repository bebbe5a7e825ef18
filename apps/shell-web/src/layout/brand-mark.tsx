/** The brand's paw on its tile; the same drawing as favicon.svg. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="10" fill="#d03a16" />
      <g fill="#fff6ea">
        <ellipse cx="9" cy="14.4" rx="2.5" ry="3.2" transform="rotate(-22 9 14.4)" />
        <ellipse cx="13.6" cy="9.8" rx="2.6" ry="3.4" transform="rotate(-6 13.6 9.8)" />
        <ellipse cx="18.9" cy="9.9" rx="2.6" ry="3.4" transform="rotate(8 18.9 9.9)" />
        <ellipse cx="23.3" cy="14.6" rx="2.5" ry="3.2" transform="rotate(24 23.3 14.6)" />
        <path d="M16.1 15.4c3.4 0 6.6 3.6 6.6 6.4 0 2-1.500 2.900-3.200 2.900-1.400 0-2.200-.6-3.400-.6s-2 .6-3.400.6c-1.700 0-3.200-.9-3.200-2.900 0-2.800 3.200-6.400 6.600-6.400z" />
      </g>
    </svg>
  );
}
