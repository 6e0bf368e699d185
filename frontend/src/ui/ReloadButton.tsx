import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

/** Reloads the page, where a retry does not help. */
export function ReloadButton({ variant }: Pick<ComponentProps<typeof Button>, 'variant'>) {
  const { t } = useTranslation();
  return (
    <Button
      {...(variant && { variant })}
      onClick={() => {
        window.location.reload();
      }}
    >
      {t('crash.reload')}
    </Button>
  );
}
