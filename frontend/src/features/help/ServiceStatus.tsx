import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '#api/client.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useIsOnline } from '#ui/browserState.ts';
import styles from './ContactScreen.module.css';

interface Check {
  answers: boolean;
  at: number;
}

/** Whether the service answers now, with the time of the check. Without a connection it is not known, and says nothing. */
export function ServiceStatus() {
  const { t } = useTranslation('contact');
  const { code: lang, dates } = useLanguage();
  const isOnline = useIsOnline();
  const [check, setCheck] = useState<Check>();

  useEffect(() => {
    if (!isOnline) {
      return;
    }
    const left = new AbortController();
    const { signal } = left;
    void isAnswering(lang, signal).then((answers) => {
      if (!signal.aborted && navigator.onLine) {
        setCheck({ answers, at: Date.now() });
      }
    });
    return () => {
      left.abort();
    };
  }, [isOnline, lang]);

  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return (
    <p className={styles.status} role="status">
      {isOnline && check
        ? t(check.answers ? 'status.answers' : 'status.fails', {
            time: intlFormat('DateTimeFormat', dates, format).format(check.at),
          })
        : NO_BREAK_SPACE}
    </p>
  );
}

/** It keeps the room of the line. */
const NO_BREAK_SPACE = '\u00a0';

/** Asks what no cache answers: the request reaches a function, which reads a table, and writes and counts nothing. */
async function isAnswering(lang: LanguageCode, signal: AbortSignal): Promise<boolean> {
  try {
    const params = { query: { lang } };
    return (await client.GET('/users/registration-challenge', { params, signal })).response.ok;
  } catch {
    return false;
  }
}
