import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import contact from 'virtual:operator/contact';
import details from 'virtual:operator/details';
import { contactLinks, type ContactLink } from '#entities/operator/contactLinks.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { BreakableText } from '#ui/BreakableText.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PageIntro, ScreenTitle } from '#ui/ScreenTitle.tsx';
import { TextLink } from '#ui/Link.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import styles from './ContactScreen.module.css';

const MessageForm = lazyComponent(async () => (await import('./MessageForm.tsx')).MessageForm, {
  translations: ['errors', 'signIn', 'userFields'],
});

/** A prerendered page has its room. */
const ServiceStatus = lazyComponent(
  async () => (await import('./ServiceStatus.tsx')).ServiceStatus,
  { placeholder: <p className={styles.status}>{'\u00a0'}</p>, Failed: NoNotice },
);

const subjects = ['course', 'account', 'data', 'complaint', 'security'] as const;

/** How to contact the operator, what a message should contain, and who the operator is. */
export function ContactScreen() {
  const { t } = useTranslation(['contact', 'common']);
  const title = t('common:pages.contact');
  return (
    <div className={styles.screen}>
      <ScreenTitle documentTitle={title}>{title}</ScreenTitle>
      <PageIntro note={false} signup={false} text={t('intro')} />
      <TextLink to="/faq">{t('faq')}</TextLink>
      <ServiceState />
      <ContactWays />
      <WriteHere />
      <section aria-labelledby="subjects" className={styles.section}>
        <h2 className={styles.title} id="subjects">
          {t('help.title')}
        </h2>
        <ul className={styles.subjects}>
          {subjects.map((subject) => (
            <Card as="li" key={subject}>
              <h3 className={styles.subject}>{t(`help.${subject}.title`)}</h3>
              <p className={styles.text}>{t(`help.${subject}.text`)}</p>
            </Card>
          ))}
        </ul>
      </section>
      <OperatorCard />
    </div>
  );
}

/** What the operator announces, and whether the service answers. */
function ServiceState() {
  const { t } = useTranslation('contact');
  const { notice } = details[useLanguage().code];
  return (
    <section aria-labelledby="status">
      <h2 className="visually-hidden" id="status">
        {t('status.title')}
      </h2>
      {notice && (
        <p className={styles.notice}>
          <bdi>{notice}</bdi>
        </p>
      )}
      <ServiceStatus />
    </section>
  );
}

function WriteHere() {
  const { t } = useTranslation('contact');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="write" className={styles.section}>
      <h2 className={styles.title} id="write">
        {t('write.title')}
      </h2>
      {isOpen ? (
        <MessageForm />
      ) : (
        <div>
          <Button
            onClick={() => {
              setIsOpen(true);
            }}
          >
            {t('write.open')}
          </Button>
        </div>
      )}
    </section>
  );
}

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
              <h3 className={styles.wayTitle}>{t(`ways.${kind}`)}</h3>
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
  if (kind === 'phone') {
    return (
      <a className={styles.link} dir="ltr" href={href}>
        {contact.phone}
      </a>
    );
  }
  if (kind === 'mail') {
    return (
      <a className={styles.link} dir="ltr" href={href}>
        <BreakableText text={href.replace('mailto:', '')} />
      </a>
    );
  }
  return (
    <>
      <p className={styles.wayText}>{t(`ways.${kind}Text`)}</p>
      <a className={styles.link} href={href} rel="noreferrer">
        {t(`common:contact.${kind}`)}
      </a>
    </>
  );
}

const facts = [
  'name',
  'address',
  'hours',
  'registration',
  'taxation',
  'officer',
  'declaration',
  'representative',
] as const;

/** Who operates the site, with what the law asks to show, as far as the operator has set it. */
function OperatorCard() {
  const { t } = useTranslation('contact');
  const operator = details[useLanguage().code];
  return (
    <section aria-labelledby="operator" className={styles.operator}>
      <h2 className={styles.operatorTitle} id="operator">
        {t('operator.title')}
      </h2>
      <dl className={styles.facts}>
        {facts
          .filter((fact) => operator[fact])
          .map((fact) => (
            <div key={fact}>
              <dt className={styles.name}>{t(`operator.${fact}`)}</dt>
              <dd className={styles.value}>
                <bdi>{operator[fact]}</bdi>
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
