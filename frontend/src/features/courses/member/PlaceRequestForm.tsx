import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#api/queryClient.ts';
import { courseKey, type CourseDetails } from '#entities/course/api/getCourse.ts';
import { refreshMyCourses } from '#entities/my-courses/api.ts';
import { placeRequestDraft } from '#entities/session/placeRequestDraft.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { requestPlace } from '../api/requestPlace.ts';
import type { RunWithState } from '../page/runs.ts';
import type { Membership } from './membership.ts';
import styles from './MemberEnrolment.module.css';
import { RunChoice } from './RunChoice.tsx';

/** As on the server. */
const MESSAGE_MAX = 500;

/** The codes which say that the shown dates or places are no longer right. */
const RUN_CODES = ['run_full', 'run_started', 'run_not_found', 'course_not_found'];
/** The codes which say that the user's request is no longer the shown one. */
const REQUEST_CODES = ['already_enrolled', 'conflict'];
/** The codes after which the user is a visitor. */
const SESSION_CODES = ['unauthorized', 'account_blocked'];

interface PlaceRequestFormProps {
  course: CourseDetails;
  runs: RunWithState[];
  /** The request that another one would replace. */
  membership: Membership | undefined;
  /** Undefined when the user could not be fetched. Then no draft is kept. */
  userId: string | undefined;
  /** Focuses the choice of a run. */
  takesFocus: boolean;
  onAsked: () => void;
}

/** Asks for a place in a run. What is entered stays after every refusal, and when the session ends. */
export function PlaceRequestForm({
  course,
  runs,
  membership,
  userId,
  takesFocus,
  onAsked,
}: PlaceRequestFormProps) {
  const { t } = useTranslation('placeRequest');
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const { showError } = useSnackbar();
  const draft = userId === undefined ? undefined : placeRequestDraft.read(userId, course._id);
  const open = runs.filter(({ state }) => state === 'open').map(({ run }) => run.id);
  // Runs differ in dates and language, so that only a single one is chosen for the user.
  const only = open.length === 1 ? open[0] : undefined;
  const chosen = [draft?.run, membership?.run?.id, only].find((id) => id && open.includes(id));

  const form = useForm({
    defaultValues: { run: chosen ?? '', message: draft?.message ?? membership?.message ?? '' },
    validate: ({ run }) => ({ run: open.includes(run) ? undefined : 'choose' }),
    submit: async (values) => {
      try {
        await requestPlace(course, { ...values, message: values.message.trim() });
      } catch (failure) {
        throw failure instanceof ApiError ? handle(failure, values.run) : failure;
      }
      placeRequestDraft.clear();
      onAsked();
    },
  });

  /** Fetches what the server knows better, and returns what the form shows. */
  const handle = (failure: ApiError, run: string): ApiError => {
    const code = failure.fields['run'] ?? failure.code ?? '';
    if (RUN_CODES.includes(code)) {
      // The browser's cache may still say that there is a place.
      queryClient.setQueryData<CourseDetails>(
        courseKey(course._id, lang),
        (shown) => shown && withoutPlaces(shown, run),
      );
      void queryClient.invalidateQueries({ queryKey: courseKey(course._id, lang) });
    }
    if (REQUEST_CODES.includes(code)) {
      refreshMyCourses();
    }
    const wasLastRun = RUN_CODES.includes(code) && open.every((id) => id === run);
    if (wasLastRun || SESSION_CODES.includes(code)) {
      // The form is about to disappear, with its own message.
      showError(errorMessage(failure));
    }
    // The message of the code is about the profile.
    return code === 'conflict'
      ? new ApiError({ message: t('conflict'), status: failure.status })
      : failure;
  };

  const { run, message } = form.watch();
  const { isDirty } = form.formState;
  useEffect(() => {
    // Without a change, a draft of another course stays.
    if (userId !== undefined && (isDirty || placeRequestDraft.read(userId, course._id))) {
      placeRequestDraft.write({ user: userId, course: course._id, run, message });
    }
  }, [userId, course._id, isDirty, run, message]);

  return (
    <Form form={form}>
      <RunChoice
        control={form.control}
        course={course}
        name="run"
        runs={runs}
        takesFocus={takesFocus}
      />
      <TextField
        control={form.control}
        hint={t('messageHint', { most: MESSAGE_MAX })}
        label={t('message')}
        maxLength={MESSAGE_MAX}
        name="message"
        optional={t('optional')}
      />
      <Button busy={form.formState.isSubmitting} type="submit">
        {t('ask')}
      </Button>
      <p className={styles.secondary}>{t('afterwards')}</p>
    </Form>
  );
}

function withoutPlaces(course: CourseDetails, id: string): CourseDetails {
  const runs = course.runs.map((run) => (run.id === id ? { ...run, placesLeft: 0 } : run));
  return { ...course, runs };
}
