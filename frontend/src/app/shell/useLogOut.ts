import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { logOut } from '#entities/session/session.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { leaveScreen } from '#ui/unsaved/navigationGuard.ts';

/** Long enough to read that the session was not ended on the server. */
const NOTICE_DURATION_MS = 8000;

/** Signs out and opens the home screen, after the confirmation that a screen with unsaved changes asks for. */
export function useLogOut(): () => void {
  const { t } = useTranslation('logout');
  const navigate = useNavigate();
  const { showError } = useSnackbar();
  return () => {
    leaveScreen(() => {
      void navigate('/');
      logOut().catch(() => {
        showError(t('notEnded'), { duration: NOTICE_DURATION_MS });
      });
    });
  };
}
