import { ButtonLink } from './Button.tsx';
import styles from './PageIntro.module.css';

interface PageIntroProps {
  text: string;
  /** The label of the button to the sign-up screen, if there is one. */
  signup: string | false;
  /** Shown beside the button. */
  note: string | false;
}

/** The introduction of a page, with a button to sign up. */
export function PageIntro({ text, signup, note }: PageIntroProps) {
  return (
    <>
      <p className={styles.intro}>{text}</p>
      {(signup || note) && (
        <div className={styles.signup}>
          {signup && <ButtonLink to="/signup">{signup}</ButtonLink>}
          {note && <p>{note}</p>}
        </div>
      )}
    </>
  );
}
