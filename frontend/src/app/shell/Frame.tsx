import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/Link.tsx';
import contact from 'virtual:operator/contact';
import { contactLinks } from '#entities/operator/contactLinks.ts';
import type { Elements } from '#ui/elements.ts';
import { Icon } from '#ui/Icon.tsx';
import { useScreenEntries } from './navigation.ts';
import styles from './Frame.module.css';
import shellStyles from './Shell.module.css';

const MAIN = 'main';

interface FrameProps {
  bar: Elements;
  children: ReactNode;
}

/** What every screen has around it: a link to its content, a bar, and the footer. */
export function Frame({ bar, children }: FrameProps) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  return (
    <div className={shellStyles.shell}>
      <a
        className={shellStyles.skip}
        href={`#${MAIN}`}
        onClick={(event) => {
          // A link to a fragment would add a history entry, which steps and the back button do not expect.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skipToContent')}
      </a>
      {bar}
      <main className={shellStyles.main} id={MAIN} ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}

const contacts = contactLinks(contact);

/** Links to help, legal texts and the operator, and the copyright line of spec §9. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <nav aria-label={t('navigation.help')} className={styles.links}>
          {useScreenEntries('help').map(({ id, label, to }) => (
            <Link key={id} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        <nav aria-label={t('navigation.footer')} className={styles.links}>
          <Link to="/privacy">{t('pages.privacy')}</Link>
          <Link to="/delete-info">{t('pages.deleteInfo')}</Link>
        </nav>
        <nav aria-label={t('contact.title')} className={styles.links}>
          {contacts.map(({ kind, href, icon }) => (
            <a data-printed={href.replace('mailto:', '')} href={href} key={kind} rel="noreferrer">
              <Icon name={icon} size={18} />
              <span>{t(`contact.${kind}`)}</span>
            </a>
          ))}
        </nav>
        <p className={styles.copyright}>{t('copyright', { brand: t('brand') })}</p>
      </div>
    </footer>
  );
}
