/** An email as the inbox shows it. */
export interface Email {
  id: string;
  to: string[];
  subject: string;
  /** When it was sent, in RFC 3339. */
  sentAt: string;
  text: string;
  html: string;
}

/** An email as the local AWS returns it: the properties that the inbox shows. */
interface SentEmail {
  MessageId: string;
  To: string[];
  Subject: string;
  BodyText?: string;
  BodyHtml?: string;
  /** Seconds since 1970. */
  Timestamp: number;
}

/** Emails by the AWS account that sent them, oldest first. */
interface SentEmails {
  messages: Record<string, SentEmail[]>;
}

/** Reads all emails that the local AWS received, and returns them newest first. */
export async function readEmails(url: string): Promise<Email[]> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} returned ${response.status}`);
  }
  const { messages } = (await response.json()) as SentEmails;
  return Object.values(messages)
    .flat()
    .sort((a, b) => b.Timestamp - a.Timestamp)
    .map((email) => ({
      id: email.MessageId,
      to: email.To,
      subject: email.Subject,
      sentAt: new Date(email.Timestamp * 1000).toISOString(),
      text: email.BodyText ?? '',
      html: email.BodyHtml ?? '',
    }));
}
