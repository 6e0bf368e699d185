import styles from './Quotation.module.css';

interface QuotationProps {
  label: string;
  text: string;
}

/** What somebody wrote about a request for a place, with its line breaks. It may be in another language than the page. */
export function Quotation({ label, text }: QuotationProps) {
  return (
    <>
      <p className={styles.label}>{label}</p>
      <blockquote className={styles.text} dir="auto">
        {text}
      </blockquote>
    </>
  );
}
