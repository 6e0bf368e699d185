/** The groups of questions, in order. Their texts are in `faq:groups` and `faq:questions`. */
export const faqGroups = {
  masar: ['what', 'who', 'languages'],
  courses: ['live', 'prices', 'place', 'refund', 'certificate', 'recordings'],
  teaching: ['apply', 'decision', 'files'],
  account: ['noEmail', 'password', 'devices'],
  data: ['copy', 'delete', 'tracking'],
} as const;

export type FaqGroup = keyof typeof faqGroups;
export type FaqQuestion = (typeof faqGroups)[FaqGroup][number];

export const faqGroupNames = Object.keys(faqGroups) as FaqGroup[];
