import type { Form } from '../../../components/form/useForm.ts';
import type { PersonValues } from '../../../components/person/values.ts';
import { TaughtCourses } from './TaughtCourses.tsx';

export interface TeacherSectionsProps {
  form: Form<PersonValues>;
}

/** What a teacher's profile has besides. */
export function TeacherSections({ form }: TeacherSectionsProps) {
  return <TaughtCourses form={form} />;
}
