import { useEffect, useId, useRef } from 'react';
import {
  useController,
  useWatch,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#api/queryClient.ts';
import { courseKey, type CourseDetails } from '#entities/course/api.ts';
import { refreshMyCourses } from '#entities/my-courses/api.ts';
import type { Membership } from '#entities/my-courses/membership.ts';
import { placeRequestDraft } from '#entities/session/drafts.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/form/Form.tsx';
import { TextField, useFieldErrorMessage } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { requestPlace } from '../api.ts';
import { RunExtras, RunFacts, type RunWithState } from './RunList.tsx';
import memberEnrolmentStyles from './MemberEnrolment.module.css';
import styles from './PlaceRequestForm.module.css';

/** As on the server. */
const MESSAGE_MAX = 500;

/** The codes which say that the shown dates or places are no longer right. */
const RUN_CODES = ['run_full', 'run_started', 'run_not_found', 'course_not_found'];
/** The codes which say that the user's request is no longer the shown one. */
const REQUEST_CODES = ['already_enrolled', 'place_reserved', 'conflict'];
/** The codes after which the user is a visitor. */
const SESSION_CODES = ['unauthorized', 'account_blocked'];

interface PlaceRequestFormProps {
  course: CourseDetails;
  runs: RunWithState[];
  /** The request that another one would replace. */
  membership: Membership | undefined;
  /** Undefined when the user could not be fetched. Then no draft is kept. */
  userId: string | undefined;
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
  const idsOf = (those: RunWithState[]) => those.map(({ run }) => run.id);
  const open = idsOf(runs.filter(({ state }) => state === 'open'));
  const full = idsOf(runs.filter(({ state }) => state === 'full'));
  const offered = [...open, ...full];
  // Runs differ in dates and language, so that only a single one is chosen for the user.
  const preferred = open.length > 0 ? open : full;
  const only = preferred.length === 1 ? preferred[0] : undefined;
  const chosen = [draft?.run, membership?.run?.id, only].find((id) => id && offered.includes(id));

  const form = useForm({
    defaultValues: { run: chosen ?? '', message: draft?.message ?? membership?.message ?? '' },
    validate: ({ run }) => ({ run: offered.includes(run) ? undefined : 'choose' }),
    submit: async (values) => {
      try {
        await requestPlace(course, {
          run: values.run,
          message: values.message.trim(),
          waitingList: full.includes(values.run),
        });
      } catch (failure) {
        throw failure instanceof ApiError ? handle(failure, values.run) : failure;
      }
      placeRequestDraft.clear();
      onAsked();
    },
  });

  const joinsList = full.includes(useWatch({ control: form.control, name: 'run' }));

  /** Fetches what the server knows better, and returns what the form shows. */
  const handle = (failure: ApiError, run: string): ApiError => {
    const code = failure.fields['run'] ?? failure.code ?? '';
    if (RUN_CODES.includes(code)) {
      // The browser's cache may still say that there is a place.
      queryClient.setQueryData<CourseDetails>(
        courseKey(course._id, lang),
        (shown) =>
          shown && (code === 'run_full' ? withoutPlaces(shown, run) : withoutRun(shown, run)),
      );
      void queryClient.invalidateQueries({ queryKey: courseKey(course._id, lang) });
    }
    if (REQUEST_CODES.includes(code)) {
      refreshMyCourses();
    }
    const wasLastRun =
      RUN_CODES.includes(code) && code !== 'run_full' && offered.every((id) => id === run);
    if (wasLastRun || SESSION_CODES.includes(code)) {
      // The form is about to disappear, with its own message.
      showError(errorMessage(failure));
    }
    // The message of the code is about the profile.
    return code === 'conflict'
      ? new ApiError({ message: t('conflict'), status: failure.status })
      : failure;
  };

  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (userId !== undefined) {
            placeRequestDraft.write({ user: userId, course: course._id, ...values });
          }
        },
      }),
    [subscribe, userId, course._id],
  );

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
        {joinsList ? t('joinList') : t('ask')}
      </Button>
      <p className={memberEnrolmentStyles.secondary}>
        {joinsList ? t('listAfterwards') : t('afterwards')}
      </p>
    </Form>
  );
}

function withoutPlaces(course: CourseDetails, id: string): CourseDetails {
  const runs = course.runs.map((run) => (run.id === id ? { ...run, placesLeft: 0 } : run));
  return { ...course, runs };
}

function withoutRun(course: CourseDetails, id: string): CourseDetails {
  return { ...course, runs: course.runs.filter((run) => run.id !== id) };
}

interface RunChoiceProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPathByValue<Values, string>;
  course: CourseDetails;
  runs: RunWithState[];
  /** Takes the focus when it appears: the button that showed it is gone. */
  takesFocus: boolean;
}

/** The runs of a course, one of which the user chooses. A full one has a waiting list. Those that have begun are shown, and cannot be chosen. */
function RunChoice<Values extends FieldValues>(props: RunChoiceProps<Values>) {
  const { control, name, course, runs, takesFocus } = props;
  const { t } = useTranslation('placeRequest');
  const id = useId();
  const choice = useRef<HTMLFieldSetElement>(null);
  const { field, fieldState } = useController({ control, name });
  const fieldErrorMessage = useFieldErrorMessage();
  const code = fieldState.error?.message;
  const error = code === 'choose' ? t('choose') : fieldErrorMessage(code);

  useEffect(() => {
    if (takesFocus) {
      choice.current?.focus();
    }
  }, [takesFocus]);

  return (
    <fieldset
      aria-describedby={error && id}
      className={styles.choice}
      data-invalid={error ? true : undefined}
      ref={choice}
      tabIndex={-1}
    >
      <legend className={styles.legend}>{t('question')}</legend>
      <div className={styles.runs}>
        {runs.map(({ run, state }) => (
          <div className={styles.item} key={run.id}>
            <label className={styles.run}>
              <input
                checked={field.value === run.id}
                disabled={state === 'started'}
                name={name}
                onChange={field.onChange}
                type="radio"
                value={run.id}
              />
              <RunFacts course={course} run={run} state={state} />
            </label>
            <RunExtras course={course} run={run} />
          </div>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
