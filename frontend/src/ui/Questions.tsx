import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Questions.module.css';

interface Question {
  id: string;
  question: string;
  answer: ReactNode;
}

interface QuestionsProps {
  questions: Question[];
  /** The level of the questions as headings. */
  Title?: 'h3' | 'h4';
}

/** Questions that open to their answers, without JavaScript. The browser finds closed answers when it searches the page. */
export function Questions({ questions, Title = 'h3' }: QuestionsProps) {
  return questions.map(({ id, question, answer }) => (
    <details className={styles.question} key={id}>
      <summary className={styles.summary}>
        <Title className={styles.title}>{question}</Title>
        <Icon className={styles.chevron} name="chevron" />
      </summary>
      <div className={styles.answer}>{answer}</div>
    </details>
  ));
}
