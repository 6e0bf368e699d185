import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

/** Reloads the page, where a retry does not help. */
export function ReloadButton({ look }: Pick<ComponentProps<typeof Button>, 'look'>) {
  const { t } = useTranslation();
  return (
    <Button
      {...(look && { look })}
      onClick={() => {
        window.location.reload();
      }}
    >
      {t('crash.reload')}
    </Button>
  );
}
