import { ApiError } from '#lib/apiError.ts';
import { EMPTY_VALUES } from './signupValues.ts';
import type { Step } from './steps.ts';

const COURSE_CODES = ['course_not_found', '1_course_atleast_warning', '2_courses_only_warning'];

/** The step that holds the values which the server refused. Undefined when no value is at fault. */
export function faultyStep(failure: unknown): Step | undefined {
  if (!(failure instanceof ApiError)) {
    return undefined;
  }
  const { code, fields } = failure;
  if (code === 'user_already_exists' || Object.keys(fields).some((name) => name in EMPTY_VALUES)) {
    return 'details';
  }
  return code !== undefined && COURSE_CODES.includes(code) ? 'courses' : undefined;
}
