/** A mail as the inbox shows it. */
export interface Mail {
  id: string;
  to: string[];
  subject: string;
  /** When it was sent, RFC 3339. */
  sentAt: string;
  text: string;
  html: string;
}

/** What the local AWS keeps of a mail, as far as it is shown. */
interface SentMail {
  MessageId: string;
  To: string[];
  Subject: string;
  BodyText?: string;
  BodyHtml?: string;
  /** In seconds since 1970. */
  Timestamp: number;
}

/** Mails by the account that sent them, oldest first. */
interface SentMails {
  messages: Record<string, SentMail[]>;
}

/** Asks the local AWS for every mail that was sent, and returns them newest first. */
export async function readMails(address: string): Promise<Mail[]> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`${address} answers ${response.status}`);
  }
  const { messages } = (await response.json()) as SentMails;
  return Object.values(messages)
    .flat()
    .sort((a, b) => b.Timestamp - a.Timestamp)
    .map((mail) => ({
      id: mail.MessageId,
      to: mail.To,
      subject: mail.Subject,
      sentAt: new Date(mail.Timestamp * 1000).toISOString(),
      text: mail.BodyText ?? '',
      html: mail.BodyHtml ?? '',
    }));
}
