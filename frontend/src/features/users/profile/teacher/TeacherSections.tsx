import type { User } from '#entities/user/user.ts';
import type { ProfileFiles } from '../files/profileFiles.ts';
import { CvView } from './CvView.tsx';
import { FileSection } from '../files/FileSection.tsx';
import { TaughtCourses } from './TaughtCourses.tsx';
import { TeacherReview } from './TeacherReview.tsx';
import styles from './TeacherSections.module.css';
import { VideoView } from '../video/VideoView.tsx';
import type { Elements } from '#ui/elements.ts';

export interface TeacherSectionsProps {
  user: User;
  files: ProfileFiles;
  /** Rendered after the sections, in the same commit, so that it does not move under the pointer. */
  children: Elements;
}

/** A teacher's CV, video and courses. Files are saved at once, courses with the form. */
export function TeacherSections({ user, files, children }: TeacherSectionsProps) {
  return (
    <>
      <div className={styles.sections}>
        {user.teacher?.review && <TeacherReview review={user.teacher.review} />}
        <FileSection files={files} kind="cv" field="curriculum" user={user} View={CvView} />
        <FileSection files={files} kind="video" field="video" user={user} View={VideoView} />
        <TaughtCourses />
      </div>
      {children}
    </>
  );
}
