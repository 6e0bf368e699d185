import { ButtonLink } from './Button.tsx';
import styles from './PageIntro.module.css';

interface PageIntroProps {
  text: string;
  /** What the button to the signup says, for who may want it. */
  signup: string | false;
  /** Stands beside the button. */
  note: string | false;
}

/** What a page is about, and the way to sign up. */
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
