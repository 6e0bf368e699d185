import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import inlineScript from 'virtual:inline-script';
import type { Language } from '#i18n/languages.ts';
import deviceFonts from '#theme/deviceFonts.css?inline';
import fonts from '#theme/fonts.css?inline';
import type { Elements } from '#ui/elements.ts';
import { COLOR_SCHEME_ATTRIBUTE, DEFAULT_COLOR_SCHEME } from '#theme/colorScheme.ts';
import { dark, light } from '#theme/palette.ts';
import {
  APP_TEMPLATE_ID,
  FONTS_TEMPLATE_ID,
  PRERENDERED_ATTRIBUTE,
  STYLES_ID,
} from '../prerendered.ts';

/** The files of the app, by their paths in the site. */
export interface AppFiles {
  entry: string;
  preloads: string[];
  styles: string;
}

interface DocumentProps {
  language: Language;
  /** The title and other metadata. */
  head: Elements;
  /** The value of the attribute that marks prerendered pages. The app renders a page without it. */
  prerendered?: string;
  styles?: string;
  app?: string;
  /** Follows what the app hydrates. */
  notice?: Elements;
  /** Not there while the styles are chosen. */
  files?: AppFiles;
}

const raw = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } });
const template = (content: ReactNode) => raw(renderToStaticMarkup(content));

/** A page of the site. React moves metadata and links to the beginning of the head, and leaves data at its end. */
export function Document(props: DocumentProps) {
  const { language, head, prerendered, styles, app = '', notice, files } = props;
  const root = {
    [COLOR_SCHEME_ATTRIBUTE]: DEFAULT_COLOR_SCHEME,
    [PRERENDERED_ATTRIBUTE]: prerendered,
  };
  return (
    <html lang={language.code} dir={language.direction} {...root}>
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1" name="viewport" />
        <meta content="dark light" name="color-scheme" />
        <meta
          content={dark.palette?.background?.default}
          data-light={light.palette?.background?.default}
          name="theme-color"
        />
        <link href="/favicon.ico" rel="icon" sizes="32x32" />
        <link href="/favicon.svg" rel="icon" type="image/svg+xml" />
        <link href="/apple-touch-icon.png" rel="apple-touch-icon" />
        <link href="/manifest.webmanifest" rel="manifest" />
        <style {...raw(deviceFonts)} />
        <template id={FONTS_TEMPLATE_ID} {...template(<style {...raw(fonts)} />)} />
        {files && prerendered !== undefined && (
          <template id={APP_TEMPLATE_ID} {...template(<App {...files} />)} />
        )}
        {styles !== undefined && <style {...raw(styles)} />}
        {files && prerendered !== undefined && (
          <noscript>
            <link href={files.styles} rel="stylesheet" />
          </noscript>
        )}
        {/* It needs the elements above. */}
        <script {...raw(inlineScript)} />
        {files && prerendered === undefined && <App {...files} />}
        {head}
      </head>
      <body>
        <div id="root" {...raw(app)} />
        {notice}
      </body>
    </html>
  );
}

function App({ entry, preloads, styles }: AppFiles) {
  return (
    <>
      <link crossOrigin="" href={styles} id={STYLES_ID} rel="stylesheet" />
      {preloads.map((file) => (
        <link crossOrigin="" href={file} key={file} rel="modulepreload" />
      ))}
      <script crossOrigin="" src={entry} type="module" />
    </>
  );
}
