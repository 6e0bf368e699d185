/** The logo: a path that climbs to a waypoint. It is not mirrored in right-to-left languages. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg aria-hidden="true" height={size} viewBox="0 0 32 32" width={size}>
      <rect fill="#5a32c8" height="32" rx="9" width="32" />
      <path
        d="M7 24c8 0 4-9 10-9s2-8 8-8"
        fill="none"
        stroke="#fff"
        strokeLinecap="round"
        strokeWidth="3"
      />
      <circle cx="25" cy="7" fill="#ffb42e" r="3.5" />
    </svg>
  );
}
