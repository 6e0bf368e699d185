import { useTranslation } from 'react-i18next';
import { courseArtwork } from '#entities/course/artwork.ts';
import type { CourseDetails } from '#entities/course/api/getCourse.ts';
import { Icon } from '#ui/Icon.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { TextLink } from '#ui/TextLink.tsx';
import styles from './CourseHead.module.css';

type Described = Pick<CourseDetails, 'name' | 'description' | 'type' | 'artwork'>;

/** Title, description and picture of a course; a general title until they are known. */
export function CourseHead({ course }: { course: Described | undefined }) {
  const { t } = useTranslation(['coursePage', 'courses']);
  const title = course?.name ?? t('title');
  return (
    <div className={styles.head} data-type={course?.type}>
      <div className={styles.content}>
        <div className={styles.text}>
          <TextLink to="/courses">
            <Icon className={styles.back} name="back" size={18} /> <span>{t('all')}</span>
          </TextLink>
          <ScreenTitle documentTitle={title}>
            <bdi>{title}</bdi>
          </ScreenTitle>
          {course && (
            <>
              <p className={styles.group}>{t(`courses:groups.${course.type}`)}</p>
              <p className={styles.description}>{course.description}</p>
            </>
          )}
        </div>
        {course?.artwork && (
          <img
            alt=""
            className={styles.artwork}
            height={270}
            src={courseArtwork(course.artwork)}
            width={480}
          />
        )}
      </div>
    </div>
  );
}
