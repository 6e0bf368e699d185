import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SIGNUP_DRAFT_KEY } from '#entities/session/restoredForms.ts';
import { APP_TEMPLATE_ID, LOAD_FAILED_ID, replayEarlyPress, STYLES_ID } from '../prerendered.ts';
import { loadAppWhenUsed } from './loadApp.ts';

const root = document.documentElement;

const APP = 'script[src="/assets/index-1.js"]';
const isLoading = () => document.head.querySelector(APP) !== null;
const element = (selector: string): Element =>
  document.querySelector(selector) ?? expect.fail(selector);
const hasStyles = () => document.head.querySelector(`#${STYLES_ID}`) !== null;

interface Opening {
  url?: string;
  connection?: object;
  /** How much of the page has arrived at the first paint. */
  readyState?: DocumentReadyState;
}

function openPage(opening: Opening = {}): void {
  beginPage(opening);
  paint();
}

function beginPage({ url = '/', connection = {}, readyState = 'loading' }: Opening): void {
  window.history.replaceState(null, '', url);
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: connection } }));
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState);
  loadAppWhenUsed();
}

/** The first frame is painted before the second one begins. */
function paint(): void {
  vi.advanceTimersToNextFrame();
  vi.advanceTimersToNextFrame();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'setTimeout', 'clearTimeout'] });
  root.setAttribute('data-prerendered', '');
  document.head.innerHTML =
    `<template id="${APP_TEMPLATE_ID}"><link id="${STYLES_ID}">` +
    '<script src="/assets/index-1.js" type="module"></script></template>';
  document.body.innerHTML =
    '<form><fieldset disabled><input><button>Send</button></fieldset></form>' +
    '<a href="/courses">Courses</a><a href="/faq#place">Place</a><p>Text</p>' +
    `<p id="${LOAD_FAILED_ID}" hidden></p>`;
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    callback();
  });
});

afterEach(() => {
  window.earlyInput?.controller.abort();
  delete window.earlyInput;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  root.removeAttribute('data-prerendered');
  document.head.innerHTML = '';
});

describe('the app of a prerendered page', () => {
  it.each(['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'])(
    'is loaded once at the first %s',
    (type) => {
      openPage();
      expect(isLoading()).toBe(false);
      for (let time = 0; time < 2; time += 1) {
        const event = new Event(type, { bubbles: true });
        fireEvent(document.body, Object.assign(event, { movementX: 1 }));
      }
      expect(document.head.querySelectorAll(APP)).toHaveLength(1);
      expect(hasStyles()).toBe(true);
    },
  );

  it('does not delay the first paint', () => {
    beginPage({ readyState: 'complete' });
    // Its callbacks run before the first frame is painted.
    vi.advanceTimersToNextFrame();
    expect(hasStyles()).toBe(false);
    fireEvent.pointerDown(document.body);
    expect(isLoading()).toBe(false);
    paint();
    expect(hasStyles()).toBe(true);
    expect(isLoading()).toBe(true);
  });

  it('is loaded without a first paint in the background', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    beginPage({ readyState: 'complete' });
    expect(isLoading()).toBe(true);
  });

  it('is not loaded for a pointer that stands still', () => {
    openPage();
    const event = new Event('pointermove', { bubbles: true });
    fireEvent(document.body, Object.assign(event, { movementX: 0, movementY: 0 }));
    expect(isLoading()).toBe(false);
  });

  it('is loaded when the browser is idle after the page is loaded', () => {
    openPage();
    fireEvent(window, new Event('load'));
    expect(isLoading()).toBe(true);
  });

  it('waits for the visitor while data is saved', () => {
    openPage({ connection: { saveData: true } });
    fireEvent(window, new Event('load'));
    expect(isLoading()).toBe(false);
    fireEvent.pointerDown(document.body);
    expect(isLoading()).toBe(true);
  });

  it('is loaded when the page comes from the back/forward cache', () => {
    openPage();
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
    expect(isLoading()).toBe(true);
  });

  it.each(['signed-in', 'mismatch', 'frame'])('is loaded at once on a page that is %s', (state) => {
    root.setAttribute('data-prerendered', state);
    beginPage({});
    expect(isLoading()).toBe(true);
    expect(hasStyles()).toBe(true);
  });

  it.each([
    ['/?lang=fr', false],
    ['/courses?q=design', true],
    ['/courses?lang=fr&q=design', true],
  ])('at %s, loaded at once: %s', (url, expected) => {
    openPage({ url });
    expect(isLoading()).toBe(expected);
  });

  it('is loaded at once when a form is restored, which stays disabled until then', () => {
    sessionStorage.setItem(SIGNUP_DRAFT_KEY, '{}');
    openPage();
    fireEvent(document, new Event('DOMContentLoaded', { bubbles: true }));
    sessionStorage.clear();
    expect(isLoading()).toBe(true);
    expect(element('fieldset')).toBeDisabled();
  });

  it('can be loaded again after a failure', () => {
    openPage();
    fireEvent.pointerDown(document.body);
    fireEvent.error(element(APP));
    expect(isLoading()).toBe(false);
    vi.runAllTimers();
    fireEvent.pointerDown(document.body);
    expect(isLoading()).toBe(true);
  });

  it('is not the business of the script on a page without prerendered content', () => {
    element(`#${APP_TEMPLATE_ID}`).remove();
    openPage();
    fireEvent.pointerDown(document.body);
    expect(isLoading()).toBe(false);
  });
});

describe('an app that cannot be loaded', () => {
  const notice = () => element(`#${LOAD_FAILED_ID}`);
  const fail = () => fireEvent.error(element(APP));
  const press = () => {
    fireEvent.pointerDown(element('button'));
    fireEvent.click(element('button'));
  };

  it('is reported once a button waits for it, and loaded again, until the press is repeated', () => {
    openPage();
    fireEvent(document, new Event('DOMContentLoaded', { bubbles: true }));
    press();
    for (let time = 0; time < 2; time += 1) {
      expect(isLoading()).toBe(true);
      fail();
      expect(isLoading()).toBe(false);
      expect(notice()).toBeVisible();
      vi.runOnlyPendingTimers();
    }
    expect(isLoading()).toBe(true);
    const onClick = vi.fn((event: Event) => {
      event.preventDefault();
    });
    element('button').addEventListener('click', onClick);
    replayEarlyPress();
    expect(onClick).toHaveBeenCalledOnce();
    expect(notice()).not.toBeVisible();
  });

  it('is reported for a press after the failure, unless it is being loaded again', () => {
    openPage();
    fireEvent(window, new Event('load'));
    fail();
    expect(notice()).not.toBeVisible();
    press();
    expect(notice()).toBeVisible();

    notice().setAttribute('hidden', '');
    vi.runOnlyPendingTimers();
    expect(isLoading()).toBe(true);
    press();
    expect(notice()).not.toBeVisible();
  });

  it('is loaded again after 15 seconds at most, however often it has failed', () => {
    openPage();
    press();
    for (let time = 0; time < 8; time += 1) {
      expect(isLoading()).toBe(true);
      fail();
      vi.advanceTimersByTime(15_000);
    }
    expect(isLoading()).toBe(true);
  });

  it('is loaded again when the connection is back', () => {
    openPage();
    press();
    fail();
    vi.advanceTimersByTime(1000);
    expect(isLoading()).toBe(false);
    fireEvent(window, new Event('online'));
    expect(isLoading()).toBe(true);
  });

  it('is not reported, nor loaded again, without a press', () => {
    openPage();
    fireEvent(window, new Event('load'));
    fail();
    vi.runAllTimers();
    fireEvent(window, new Event('online'));
    expect(isLoading()).toBe(false);
    expect(notice()).not.toBeVisible();
  });

  it('is reported and loaded again on a page that does not show what the app will', () => {
    root.setAttribute('data-prerendered', 'signed-in');
    openPage();
    fail();
    expect(notice()).toBeVisible();
    vi.runOnlyPendingTimers();
    expect(isLoading()).toBe(true);
  });

  it('is reported by its entry, which loads the rest', () => {
    openPage();
    press();
    window.earlyInput?.fail();
    expect(notice()).toBeVisible();
  });
});

describe('before the app is loaded', () => {
  it('enables forms, and submits none', () => {
    openPage();
    expect(element('fieldset')).toBeDisabled();
    fireEvent(document, new Event('DOMContentLoaded', { bubbles: true }));
    expect(element('fieldset')).toBeEnabled();
    expect(fireEvent.submit(element('form'))).toBe(false);
  });

  it('enables forms that have arrived before the first paint', () => {
    openPage({ readyState: 'interactive' });
    expect(element('fieldset')).toBeEnabled();
  });

  it('keeps the last press of a button, which the app repeats once', () => {
    openPage();
    fireEvent(document, new Event('DOMContentLoaded', { bubbles: true }));
    const onClick = vi.fn();
    const [first, last] = ['First', 'Last'].map((text) => {
      const button = document.createElement('button');
      button.append(text);
      button.addEventListener('click', onClick);
      document.body.append(button);
      return button;
    });
    fireEvent.click(first ?? expect.fail());
    fireEvent.click(last ?? expect.fail());
    fireEvent.click(element('p'));
    expect(onClick).not.toHaveBeenCalled();
    replayEarlyPress();
    replayEarlyPress();
    expect(onClick).toHaveBeenCalledOnce();
    expect(onClick).toHaveBeenCalledWith(expect.objectContaining({ target: last }));
  });

  it.each(['a', 'a + a', 'input'])('leaves a press of %s to the browser', (selector) => {
    openPage({ readyState: 'interactive' });
    const onClick = vi.fn();
    document.body.addEventListener('click', onClick, { once: true });
    // Not a MouseEvent, after which jsdom would try to navigate.
    const event = new Event('click', { bubbles: true, cancelable: true });
    fireEvent(element(selector), event);
    expect(onClick).toHaveBeenCalledOnce();
    expect(event.defaultPrevented).toBe(false);
    expect(window.earlyInput?.target).toBeUndefined();
  });
});
