/** What of the Network Information API the app reads. Not every browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
  /** The round trip in ms. */
  rtt?: number;
}

export function connection(): Connection {
  return (navigator as { connection?: Connection }).connection ?? {};
}
