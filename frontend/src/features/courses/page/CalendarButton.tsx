import { useTranslation } from 'react-i18next';
import type { CourseDetails, CourseRun } from '#entities/course/api/getCourse.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { formatDates } from '#entities/course/formatRun.ts';

interface CalendarButtonProps {
  course: CourseDetails;
  run: CourseRun;
}

/** Downloads the sessions of a run as a calendar file. What writes the file is loaded then. */
export function CalendarButton({ course, run }: CalendarButtonProps) {
  const { t } = useTranslation(['coursePage', 'common']);
  const language = useLanguage();
  const { showError } = useSnackbar();

  const download = async () => {
    try {
      const { calendarFile } = await import('../calendar/calendarFile.ts');
      const text = calendarFile({
        course,
        run,
        url: `${window.location.origin}/courses/${course._id}`,
        brand: t('common:brand'),
        holidays: t('calendar.holidays'),
      });
      save(text, `${course._id}-${run.id}.ics`);
    } catch {
      showError(t('common:partFailed'));
    }
  };

  return (
    <Button
      aria-label={t('calendar.addRun', { dates: formatDates(run, language) })}
      onClick={() => void download()}
      suppressHydrationWarning
      variant="outlined"
    >
      <Icon name="download" size={18} />
      <span>{t('calendar.add')}</span>
    </Button>
  );
}

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
