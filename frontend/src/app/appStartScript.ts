import { EARLY_REQUEST } from '#api/earlyRequest.ts';
import { RESET_PROGRESS_KEY, SIGNUP_DRAFT_KEY } from '#entities/session/restoredForms.ts';
import { LANGUAGE_PARAMETER } from '#i18n/languagePreference.ts';
import {
  APP_TEMPLATE_ID,
  EARLY_INPUT,
  LOAD_FAILED_ID,
  MEMBERS_TEMPLATE_ID,
  PRERENDERED_ATTRIBUTE,
  STYLES_ID,
} from './prerendered.ts';

/** How long a pressed link waits for the app before the browser follows it, in ms. */
const LINK_PATIENCE_MS = 2000;

/** The longest wait for an idle moment after `load`, and the wait in browsers without `requestIdleCallback`, in ms. */
const IDLE_MS = 1500;

/** The shortest time between two attempts to load the app, in ms. Attempts without a new reason wait twice as long each time. */
const RETRY_MS = 1000;

/** The longest time between two attempts without a new reason, in ms. */
const LONGEST_PAUSE_MS = 15_000;

/** What shows that a visitor is about to use the page. */
const INTENTS = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'];

/**
 * The inline script that loads the app of a prerendered page: at the first sign that the visitor is about to use it, or when the
 * browser is idle after `load`, unless it saves data. Pages that the app renders anew, or that have a query or a restored form, which
 * no prerendered page shows, load it at once. Other pages than prerendered ones have no template, and load the app themselves.
 *
 * It begins after the first paint, which it would delay otherwise, and before which nobody can press anything. It waits for the second
 * frame and not for a timer, because Firefox postpones timers while a page loads. Pages that the app renders anew, and pages in the
 * background, which browsers do not paint, do not wait. It also inserts the link to the whole style sheet, and for signed-in users the
 * elements that preload the code for them.
 *
 * Browsers fire `pointermove` when the page scrolls under a resting pointer. That is not an intent.
 *
 * Until the app handles input, the script keeps what was pressed last, and hides it from an app that hydrates: React would let the browser
 * submit a form that it has not hydrated, with the password in the URL. Forms are enabled, so that entries can begin. A link waits for the
 * app on fast connections only, and for a limited time: the browser can follow it, too. A box that is ticked by a script passes: the app
 * does that when it enters what was chosen before.
 *
 * When the app cannot be loaded, a visitor whose press waits for it sees a notice until it is loaded, which the script tries again. The entry
 * of the app reports what it cannot load itself.
 */
export function appStartScript(): string {
  return `(function (root, template, members, connection) {
  if (!template) {
    return;
  }
  var early, isStarted, isFailed, pause = ${RETRY_MS};
  var isUrgent = root.getAttribute('${PRERENDERED_ATTRIBUTE}') || /[?&](?!${LANGUAGE_PARAMETER}=|$)/.test(location.search);
  if (isUrgent || document.hidden) {
    begin();
  } else {
    requestAnimationFrame(function () {
      requestAnimationFrame(begin);
    });
  }
  function on(type, listener, capture) {
    addEventListener(type, listener, { capture: capture, signal: early.controller.signal });
  }
  function follow() {
    var link = early.target;
    if (link && link.href) {
      early.target = undefined;
      location.assign(link.href);
    }
  }
  function isAwaited() {
    return isUrgent || (early.target && !early.target.href);
  }
  function setNotice(isHidden) {
    var notice = document.getElementById('${LOAD_FAILED_ID}');
    if (notice) {
      notice.hidden = isHidden;
    }
  }
  function tell() {
    if (isFailed && isAwaited()) {
      setNotice(false);
    }
  }
  function fail() {
    isFailed = true;
    tell();
  }
  function retry() {
    if (isAwaited()) {
      start();
    }
  }
  function start() {
    if (!isStarted) {
      isStarted = true;
      isFailed = false;
      var scripts = template.content.cloneNode(true);
      var script = scripts.querySelector('script');
      script.onerror = function () {
        script.remove();
        follow();
        fail();
        setTimeout(function () {
          isStarted = false;
        }, ${RETRY_MS});
        setTimeout(retry, (pause = Math.min(2 * pause, ${LONGEST_PAUSE_MS})));
      };
      if (window.${EARLY_REQUEST} && members) {
        document.head.append(members.content.cloneNode(true));
      }
      document.head.append(scripts);
    }
  }
  function use(event) {
    if (event.type !== 'pointermove' || event.movementX || event.movementY) {
      start();
    }
  }
  function whenIdle() {
    window.requestIdleCallback ? requestIdleCallback(start, { timeout: ${IDLE_MS} }) : setTimeout(start, ${IDLE_MS});
  }
  function enableForms() {
    document.querySelectorAll('form > fieldset').forEach(function (fields) {
      fields.disabled = false;
    });
  }
  function press(event) {
    var target = event.target.closest('a[href], button');
    if (!target && !event.isTrusted) {
      return;
    }
    event.stopPropagation();
    if (!target) {
      return;
    }
    if (target.href) {
      if (isUrgent || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.target || target.hash ||
        target.origin !== location.origin || connection.saveData || (connection.effectiveType || '4g') !== '4g') {
        return;
      }
      event.preventDefault();
    }
    clearTimeout(early.timer);
    early.target = target;
    early.timer = setTimeout(follow, ${LINK_PATIENCE_MS});
    tell();
  }
  function begin() {
    early = window.${EARLY_INPUT} = { controller: new AbortController(), fail: fail };
    early.controller.signal.onabort = function () {
      setNotice(true);
    };
    on('online', retry);
    on('submit', function (event) {
      event.preventDefault();
      event.stopPropagation();
    }, true);
    on('click', press, true);
    var styles = template.content.getElementById('${STYLES_ID}');
    document.head.append(styles);
    try {
      isUrgent = isUrgent || ${JSON.stringify([SIGNUP_DRAFT_KEY, RESET_PROGRESS_KEY])}.some(function (key) {
        return sessionStorage.getItem(key) !== null;
      });
    } catch (_) {}
    if (isUrgent) {
      styles.media = 'all';
      start();
      return;
    }
    styles.onload = function () {
      styles.media = 'all';
    };
    document.readyState === 'loading' ? on('DOMContentLoaded', enableForms) : enableForms();
    ${JSON.stringify(INTENTS)}.forEach(function (type) {
      addEventListener(type, use, { passive: true, signal: early.controller.signal });
    });
    on('pageshow', function (event) {
      if (event.persisted) {
        start();
      }
    });
    if (!connection.saveData) {
      document.readyState === 'complete' ? whenIdle() : on('load', whenIdle);
    }
  }
})(document.documentElement, document.getElementById('${APP_TEMPLATE_ID}'), document.getElementById('${MEMBERS_TEMPLATE_ID}'), navigator.connection || {});`;
}
