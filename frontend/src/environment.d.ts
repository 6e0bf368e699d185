/** What a build is told and puts into the web app; `vite/contact.ts` has checked it. */
interface ImportMetaEnv {
  readonly VITE_CONTACT_MAIL?: string;
  readonly VITE_CONTACT_MESSAGING?: string;
  readonly VITE_CONTACT_SOCIAL?: string;
}
