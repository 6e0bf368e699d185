import { ButtonLink } from './Button.tsx';
import styles from './PageIntro.module.css';

interface PageIntroProps {
  text: string;
  /** The label of the button to the sign-up screen, if there is one. */
  signup: string | false;
  /** The label of the button to the courses, if there is one. */
  courses?: string | false;
  /** Shown beside the button. */
  note: string | false;
}

/** The introduction of a page, with a button to sign up, or to the courses for users who have signed up. */
export function PageIntro({ text, signup, courses = false, note }: PageIntroProps) {
  return (
    <>
      <p className={styles.intro}>{text}</p>
      {(signup || courses || note) && (
        <div className={styles.signup}>
          {signup && <ButtonLink to="/signup">{signup}</ButtonLink>}
          {courses && <ButtonLink to="/courses">{courses}</ButtonLink>}
          {note && <p>{note}</p>}
        </div>
      )}
    </>
  );
}
