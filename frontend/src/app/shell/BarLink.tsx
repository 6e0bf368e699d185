import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#ui/Button.tsx';

/** A link of the bar, which is marked on its own screen. */
export function BarLink({ to, children }: { to: string; children: string }) {
  const isCurrent = useLocation().pathname === to;
  return (
    <ButtonLink aria-current={isCurrent ? 'page' : undefined} to={to} variant="quiet">
      {children}
    </ButtonLink>
  );
}
