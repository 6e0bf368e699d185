import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The query of the URL, and what replaces it. (React Router's own hook would be in the code that every visitor loads.)
 */
export function useSearch() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return [
    new URLSearchParams(search),
    (next: Record<string, string>) => {
      void navigate({ search: new URLSearchParams(next).toString() }, { replace: true });
    },
  ] as const;
}
