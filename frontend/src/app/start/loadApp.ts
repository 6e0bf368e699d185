import { hasRestoredForm } from '#entities/session/restoredForms.ts';
import { LANGUAGE_PARAMETER } from '#i18n/languagePreference.ts';
import { connection, afterFirstPaint, whenIdle } from '#lib/moments.ts';
import { APP_TEMPLATE_ID, LOAD_FAILED_ID, PRERENDERED_ATTRIBUTE } from '../prerendered.ts';

/** The longest wait for an idle moment after `load`, and the wait in browsers without `requestIdleCallback`, in ms. */
const IDLE_MS = 1500;

/** The shortest time between two attempts to load the app, in ms. Attempts without a new reason wait twice as long each time. */
const RETRY_MS = 1000;

/** The longest time between two attempts without a new reason, in ms. */
const LONGEST_PAUSE_MS = 15_000;

/** What shows that a visitor is about to use the page. */
const INTENTS = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'];

/**
 * Loads the app of a prerendered page: at the first sign that the visitor is about to use it, or when the
 * browser is idle after `load`, unless it saves data. Pages that the app renders anew, or that have a query or a restored form, which
 * no prerendered page shows, load it at once. Other pages than prerendered ones have no template, and load the app themselves.
 *
 * It begins after the first paint, which it would delay otherwise, and before which nobody can press anything. Pages that the app renders
 * anew do not wait.
 *
 * Until the app handles input, the button that was pressed last is kept, and the press is hidden from an app that hydrates: React would let
 * the browser submit a form that it has not hydrated, with the password in the URL. Forms are enabled, so that entries can begin. The
 * browser follows links.
 *
 * When the app cannot be loaded, a visitor whose press waits for it sees a notice until it is loaded, which is tried again. The entry
 * of the app reports what it cannot load itself.
 */
export function loadAppWhenUsed(): void {
  const template = document.getElementById(APP_TEMPLATE_ID);
  if (!(template instanceof HTMLTemplateElement)) {
    return;
  }
  if (isRenderedAnew()) {
    begin(template, true);
  } else {
    afterFirstPaint(() => {
      begin(template, hasRestoredForm());
    });
  }
}

/** Whether the page does not show what the app will. */
function isRenderedAnew(): boolean {
  const parameters = new URLSearchParams(location.search);
  parameters.delete(LANGUAGE_PARAMETER);
  return document.documentElement.getAttribute(PRERENDERED_ATTRIBUTE) !== '' || parameters.size > 0;
}

function begin(template: HTMLTemplateElement, isUrgent: boolean): void {
  const controller = new AbortController();
  const early: Window['earlyInput'] & object = { controller, fail };
  window.earlyInput = early;
  let isStarted = false;
  let isFailed = false;
  let pause = RETRY_MS;

  on('online', retry);
  on('submit', (event) => {
    event.preventDefault();
    event.stopPropagation();
  });
  on('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (button) {
      event.stopPropagation();
      early.target = button;
      tell();
    }
  });
  controller.signal.onabort = () => {
    setNotice(true);
  };
  if (isUrgent) {
    start();
    return;
  }
  if (document.readyState === 'loading') {
    on('DOMContentLoaded', enableForms);
  } else {
    enableForms();
  }
  INTENTS.forEach((type) => {
    on(type, use);
  });
  on('pageshow', ({ persisted }: Partial<PageTransitionEvent>) => {
    if (persisted) {
      start();
    }
  });
  if (!connection().saveData) {
    if (document.readyState === 'complete') {
      whenIdle(start, IDLE_MS);
    } else {
      on('load', () => {
        whenIdle(start, IDLE_MS);
      });
    }
  }

  /** Listens until the app handles input, before anything else. */
  function on(type: string, listener: (event: Event) => void): void {
    const passive = type !== 'submit';
    addEventListener(type, listener, { capture: true, passive, signal: controller.signal });
  }

  function start(): void {
    if (isStarted) {
      return;
    }
    isStarted = true;
    isFailed = false;
    const elements = template.content.cloneNode(true) as DocumentFragment;
    const script = elements.querySelector('script');
    script?.addEventListener('error', () => {
      script.remove();
      fail();
      setTimeout(() => {
        isStarted = false;
      }, RETRY_MS);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      setTimeout(retry, pause);
    });
    document.head.append(elements);
  }

  function retry(): void {
    if (isAwaited()) {
      start();
    }
  }

  /** Browsers fire `pointermove` when the page scrolls under a resting pointer. That is not an intent. */
  function use({ type, movementX, movementY }: Event & Partial<PointerEvent>): void {
    if (type !== 'pointermove' || movementX || movementY) {
      start();
    }
  }

  function isAwaited(): boolean {
    return isUrgent || early.target !== undefined;
  }

  function fail(): void {
    isFailed = true;
    tell();
  }

  function tell(): void {
    if (isFailed && isAwaited()) {
      setNotice(false);
    }
  }
}

function setNotice(isHidden: boolean): void {
  const notice = document.getElementById(LOAD_FAILED_ID);
  if (notice) {
    notice.hidden = isHidden;
  }
}

function enableForms(): void {
  document.querySelectorAll<HTMLFieldSetElement>('form > fieldset').forEach((fields) => {
    fields.disabled = false;
  });
}
