/** Drawn on a 24-unit grid with strokes only, so that one rule styles them all. */
const icons = {
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  back: 'M19 12H5m6-6-6 6 6 6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm6 9 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  consulting: 'M4 5h16v11h-8l-4 4v-4H4V5Zm5 5h6',
  courses:
    'M12 6.5C10 5 7.5 4.5 4 4.5v13.5c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2Zm0 0V20',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 9h17M3.5 15h17M12 3c-5 5-5 13 0 18 5-5 5-13 0-18Z',
  job: 'M4 8h16v11H4V8Zm5 0V5h6v3M4 12.5c5 2.5 11 2.5 16 0',
  logout: 'M14 4H6v16h8m-4-8h10m-4-4 4 4-4 4',
  mail: 'M4 6h16v12H4V6Zm0 1 8 6 8-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  message: 'M12 20a8 8 0 1 0-7-4l-1.5 4.5L8 19a8 8 0 0 0 4 1Z',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  networking:
    'M12 8.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM5.5 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm13 0a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM10.7 8.2l-3.9 7.4m6.5-7.4 3.9 7.4M8 18h8',
  pause: 'M9 6v12m6-12v12',
  phone:
    'M6 3h3l1.5 5-2 1.5a12 12 0 0 0 6 6l1.5-2 5 1.5v3a2 2 0 0 1-2 2A15.5 15.5 0 0 1 4 5a2 2 0 0 1 2-2Z',
  play: 'M8 5.5v13l11-6.5-11-6.5Z',
  psychology:
    'M12 20c-6-4-8.5-7.3-8.5-10.7C3.5 6.7 5.5 5 7.7 5c1.8 0 3.3 1 4.3 2.8C13 6 14.5 5 16.3 5c2.2 0 4.2 1.7 4.2 4.3C20.5 12.7 18 16 12 20Z',
  retry: 'M20 11a8 8 0 1 0-2.3 6.7M20 5v6h-6',
  share:
    'M18 8.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM6 14.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM18 21a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM8.5 10.7l7-4m-7 6.6 7 4',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2v2.5m0 15V22M4.9 4.9l1.8 1.8m10.6 10.6 1.8 1.8M2 12h2.5m15 0H22M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.7v.01',
} as const;

export type IconName = keyof typeof icons;

/** Icons that point along the line of text: theme/base.css mirrors them in right-to-left languages. */
const directional: ReadonlySet<IconName> = new Set(['arrow', 'back', 'logout']);

interface IconProps {
  name: IconName;
  size?: number;
  className?: string | undefined;
}

/** Decorative: text beside it, or the label of its button, says the same. */
export function Icon({ name, ...rest }: IconProps) {
  return <Drawing isDirectional={directional.has(name)} path={icons[name]} {...rest} />;
}

interface DrawingProps extends Omit<IconProps, 'name'> {
  path: string;
  isDirectional?: boolean;
}

/** An icon that only one feature uses, on the same grid. */
export function Drawing({ path, size = 20, className, isDirectional }: DrawingProps) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      data-directional={isDirectional || undefined}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.75"
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={path} />
    </svg>
  );
}
