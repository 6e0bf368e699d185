import { useTranslation } from 'react-i18next';
import contact from 'virtual:operator/contact';
import { contactLinks, type ContactLink } from '#entities/operator/contactLinks.ts';
import { BreakableText } from '#ui/BreakableText.tsx';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import styles from './ContactWays.module.css';

/** The operator's email address and links, as far as the operator has set them. */
export function ContactWays({ links = contactLinks(contact) }: { links?: ContactLink[] }) {
  const { t } = useTranslation('contact');
  return (
    <section aria-labelledby="ways">
      <h2 className="visually-hidden" id="ways">
        {t('ways.title')}
      </h2>
      <ul className={styles.ways}>
        {links.map(({ kind, href, icon }) => (
          <Card as="li" className={styles.way} key={kind}>
            <span className={styles.icon}>
              <Icon name={icon} size={24} />
            </span>
            <div className={styles.content}>
              <h3 className={styles.title}>{t(`ways.${kind}`)}</h3>
              <Way href={href} kind={kind} />
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}

/** The email address is shown, because not every browser opens a mail program, and users copy it. */
function Way({ kind, href }: Pick<ContactLink, 'kind' | 'href'>) {
  const { t } = useTranslation(['contact', 'common']);
  if (kind === 'mail') {
    return (
      <a className={styles.link} dir="ltr" href={href}>
        <BreakableText text={href.replace('mailto:', '')} />
      </a>
    );
  }
  return (
    <>
      <p className={styles.text}>{t(`ways.${kind}Text`)}</p>
      <a className={styles.link} href={href} rel="noreferrer">
        {t(`common:contact.${kind}`)}
      </a>
    </>
  );
}
