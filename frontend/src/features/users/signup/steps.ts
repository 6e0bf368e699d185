/** The steps of spec §4. Those for teachers follow the second one. */
export const steps = ['details', 'occupation', 'courses', 'cv', 'video'] as const;

export type Step = (typeof steps)[number];
export type TeacherStep = Exclude<Step, 'details' | 'occupation'>;

export function isTeacherStep(step: Step): step is TeacherStep {
  return step !== 'details' && step !== 'occupation';
}
