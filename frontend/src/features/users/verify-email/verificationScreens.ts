/** What is shown before and after the verification link, in one chunk: they share most of their code, and every chunk costs the first visit. */
export { CheckEmailScreen, PendingSignupCard } from './CheckEmailScreen.tsx';
export { VerifyEmailScreen } from './VerifyEmailScreen.tsx';
