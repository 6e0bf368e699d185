import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import contact from 'virtual:operator/contact';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { contactLinks, type ContactLink } from './contactLinks.ts';
import styles from './Footer.module.css';

const contacts = contactLinks(contact);

const icons: Record<ContactLink['kind'], IconName> = {
  mail: 'mail',
  messaging: 'message',
  social: 'share',
};

/** The copyright line of spec §9, contact links and legal links. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <p className={styles.copyright}>{t('copyright', { brand: t('brand') })}</p>
        <nav aria-label={t('contact.title')} className={styles.links}>
          {contacts.map(({ kind, href }) => (
            <a href={href} key={kind} rel="noreferrer">
              <Icon name={icons[kind]} size={18} />
              {t(`contact.${kind}`)}
            </a>
          ))}
        </nav>
        <nav aria-label={t('navigation.footer')} className={styles.links}>
          <Link to="/privacy">{t('pages.privacy')}</Link>
          <Link to="/delete-info">{t('pages.deleteInfo')}</Link>
        </nav>
      </div>
    </footer>
  );
}
